import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../support/n8nCore';
import { SEND } from '../support/operations';
import type { RecordingService } from './recordingService';
import { startRecordingService } from './recordingService';

const TOKEN = ['credential', 'secret', '77a0'].join('-');

let service: RecordingService;

beforeAll(async () => {
	service = await startRecordingService();
});
beforeEach(() => {
	service.requests.length = 0;
});
afterAll(async () => await service.stop());

async function send(credential: IDataObject) {
	return await runNode({
		parameters: { ...SEND, options: { maxRetries: 0 } },
		credentials: {
			baseUrl: service.baseUrl,
			apiToken: TOKEN,
			authScheme: 'Bearer',
			...credential,
		} as never,
	});
}

/** Values of a header, as they stood on the wire. */
const headers = (wanted: string) =>
	service.requests.flatMap(({ rawHeaders }) =>
		rawHeaders.filter(
			(_, index) => index % 2 === 1 && rawHeaders[index - 1].toLowerCase() === wanted,
		),
	);

describe('a base URL', () => {
	it.each(['', '/', '/v1', '/v1/', '/a/b//'])('that ends in "%s" is understood', async (path) => {
		const { error } = await send({ baseUrl: `${service.baseUrl}${path}` });
		expect(error).toBeUndefined();
		expect(service.requests.map(({ url }) => url)).toEqual([
			`${path.replace(/\/+$/, '')}/send/text`,
		]);
	});

	it.each([
		['user info', (url: string) => url.replace('//', '//user:password@')],
		['a query', (url: string) => `${url}/?x=1`],
		['a fragment', (url: string) => `${url}/#x`],
		['another scheme', (url: string) => url.replace('http', 'ftp')],
		['no scheme', (url: string) => url.replace('http://', '')],
		['a blank', (url: string) => `${url}/a b`],
		['a line break', (url: string) => `${url}/a\r\nX-Injected: 1`],
		['a backslash', (url: string) => `${url}\\@127.0.0.1`],
		['nothing in it', () => ''],
		['an endpoint in it', (url: string) => `${url}/v1/send/text`],
	])('with %s is refused before any request, with a way out', async (_, spoil) => {
		const { error, run } = await send({ baseUrl: spoil(service.baseUrl) });
		expect(error?.message).toContain('Base URL');
		expect(error?.description).toContain('in the credential');
		expect(service.requests).toEqual([]);
		expect(JSON.stringify(run)).not.toMatch(new RegExp(`${TOKEN}|password@`));
	});

	it.each([
		['127.0.0.1:4010', 'Put http:// in front.'],
		['localhost:4010/v1', 'Put http:// in front.'],
		['simulator:4010', 'Put http:// in front.'],
		['api.example.com/v1', 'Put https:// in front.'],
		['https://api.example.com/send/text', 'Leave out the endpoint'],
		['https://api.example.com/v1/otp/verify/', 'Leave out the endpoint'],
		['https://api.example.com/enterprise/lease/purchasable', 'Leave out the endpoint'],
	])('%s is refused with the words that mend it', async (baseUrl, nextStep) => {
		const { error } = await send({ baseUrl });
		expect(error?.description).toContain(nextStep);
	});

	it('that is a mere word gets no advice that fits an address', async () => {
		const { error } = await send({ baseUrl: TOKEN });
		expect(error?.description).not.toContain('in front');
	});

	it('of plain http to a public host needs the option Allow Insecure HTTP', async () => {
		const baseUrl = 'http://service.invalid';
		const refused = await send({ baseUrl });
		expect(refused.error?.message).toContain('unencrypted');
		expect(refused.error?.description).toContain('Allow Insecure HTTP');
		// With it, the node goes as far as looking the name up.
		const allowed = await send({ baseUrl, allowInsecureHttp: true });
		expect(allowed.error?.message).toMatch(/service\.invalid, could not be found$/);
	});
});

describe('an API token', () => {
	it.each([
		['as it is', TOKEN, 'Bearer'],
		['with blanks around it', `  ${TOKEN}\t`, 'Bearer'],
		['with a line break behind it', `${TOKEN}\r\n`, 'Bearer'],
		['with a pasted "Bearer "', `Bearer ${TOKEN}`, 'Bearer'],
		['with a pasted "Bearer ", for the other scheme', `Bearer ${TOKEN}`, 'Token'],
	])('%s goes out whole, in one header', async (_, apiToken, authScheme) => {
		const { error } = await send({ apiToken, authScheme });
		expect(error).toBeUndefined();
		expect(headers('authorization')).toEqual([`${authScheme} ${TOKEN}`]);
	});

	it.each([
		['a line break', `${TOKEN}\r\nX-Injected: 1`],
		['a line feed', `${TOKEN}\nX-Injected: 1`],
		['a blank', `${TOKEN} x`],
		['a null character', `${TOKEN}\u0000`],
		['letters that no header takes', `${TOKEN}é`],
		['nothing in it', ''],
	])('with %s is refused before any request, and not shown', async (_, apiToken) => {
		const { error, run } = await send({ apiToken });
		expect(error?.message).toContain('API Token');
		expect(error?.description).toContain('in the credential');
		expect(service.requests).toEqual([]);
		expect(JSON.stringify(run)).not.toContain(TOKEN);
	});
});
