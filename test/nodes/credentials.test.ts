import type { ICredentialType, IDataObject } from 'n8n-workflow';

import { messagingServiceApi } from '../support/built';
import { RECIPIENT } from '../support/operations';
import type { Sending } from '../support/send';
import { CONTINUE, outcomes, refusedItem, send } from '../support/send';
import { account, simulated } from '../support/simulated';

const tokenOf = (customer: string) => ['token', 'of', customer, '7f31'].join('-');
const accounts = ['anna', 'ben'].map((name) => account(name, tokenOf(name)));

const service = simulated({ accounts, otpCode: () => '123456' });
/** Another service, at another address, with the same customers. */
const elsewhere = simulated({ accounts, otpCode: () => '123456' });

/** Sends one text with a credential, beside its own address and Anna's token. */
async function sendWith(credential: IDataObject, sending: Sending = {}) {
	const { baseUrl } = service.simulator;
	const credentials = { baseUrl, apiToken: tokenOf('anna'), authScheme: 'Bearer', ...credential };
	return await send(service, { credentials: credentials as never, node: CONTINUE, ...sending });
}

const authorizations = () => service.simulator.requests.map(({ authorization }) => authorization);

describe('the Base URL', () => {
	it.each(['', '//', '\u2060\n', '/\u200e \ufeff', '\u00ad\u00a0'])(
		'may end in %j, and begin with an invisible character',
		async (end) => {
			const baseUrl = ` \u200b${service.simulator.baseUrl}${end} `;
			const { requests } = await sendWith({ baseUrl });
			expect(requests.map(({ path }) => path)).toEqual(['/send/text']);
		},
	);

	it('may have a path prefix', async () => {
		const { requests } = await sendWith({ baseUrl: `${service.simulator.baseUrl}/a/b/` });
		expect(requests.map(({ path }) => path)).toEqual(['/a/b/send/text']);
	});

	it.each([
		['user info', (url: string) => url.replace('//', '//user:password@')],
		['a query', (url: string) => `${url}/?x=1`],
		['a fragment', (url: string) => `${url}/#x`],
		['another scheme', (url: string) => url.replace('http', 'ftp')],
		['no scheme', (url: string) => url.replace('http://', '')],
		['a space', (url: string) => `${url}/a b`],
		['a line break', (url: string) => `${url}/a\r\nX-Injected: 1`],
		['a quotation mark behind its port', (url: string) => `${url}"`],
		['a backslash', (url: string) => `${url}\\@127.0.0.1`],
		['nothing in it', () => ''],
		['https:// twice', (url: string) => `https://${url}`],
		['an invisible character', (url: string) => url.replace('127', '12\u200b7')],
		['an invisible character in its path', (url: string) => `${url}/v\u200d1`],
		['a letter that is none of ASCII in its path', (url: string) => `${url}/é`],
		...[...`"’)>,;`].map((end): [string, (url: string) => string] => [
			`${end} at its end`,
			(url) => `${url}/v1${end}`,
		]),
	])('with %s is refused before any request, and the error says where', async (_, spoil) => {
		const { json, requests, run } = await sendWith({ baseUrl: spoil(service.simulator.baseUrl) });
		expect(outcomes(json)).toEqual(['failed']);
		expect(json[0].error).toContain('Base URL');
		expect(requests).toEqual([]);
		expect(JSON.stringify(run)).not.toMatch(new RegExp(`${tokenOf('anna')}|password@`));
	});

	it.each([
		['http://8.8.8.8', false],
		['http://127.0.0.1.example.com', false],
		['http://api.localhost', false],
		['http://127.0.0.2:1', false],
		['http://0.0.0.0:1', false],
		['http://localhost:1', true],
		['http://[::1]:1', true],
		['https://service.invalid', true],
	])('%s goes out without the option for unencrypted addresses: %p', async (baseUrl, goes) => {
		const { json } = await sendWith({ baseUrl }, { options: { maxRetries: 0 } });
		expect(JSON.stringify(json).includes('Allow Insecure HTTP')).toBe(!goes);
	});
});

describe('the API token', () => {
	it.each(['Bearer', 'Token'])('goes out behind the word %s', async (authScheme) => {
		for (const pasted of [
			tokenOf('anna'),
			`Bearer ${tokenOf('anna')}\r\n`,
			`\u200b${tokenOf('anna')}\u2060 `,
		]) {
			expect(outcomes((await sendWith({ apiToken: pasted, authScheme })).json)).toEqual(['done']);
		}
		expect(new Set(authorizations().map(({ scheme }) => scheme))).toEqual(new Set([authScheme]));
		expect(new Set(authorizations().map(({ account: name }) => name))).toEqual(new Set(['anna']));
	});

	const PASTED = tokenOf('anna');

	it.each([
		...[`${PASTED}two\r\nX-Injected: 1`, `${PASTED}two words`, `${PASTED}a\u0000b`, ' '],
		...[`${PASTED}tökén`, 'Bearer', ' token ', 'Bearer Bearer', 'null', 'NaN'],
		...['={{ "Bearer " + $json.tokn }}', 'Bearer {{ $json.token }}', '"abc-123"'],
		...["Bearer 'abc-123'", '“abc-123”'],
	])('that is %j is refused before any request, and not shown', async (apiToken) => {
		const { json, requests, run } = await sendWith({ apiToken });
		expect(outcomes(json)).toEqual(['failed']);
		expect(json[0].error).toContain('API Token of the credential');
		expect(requests).toEqual([]);
		expect(JSON.stringify(run)).not.toContain(PASTED);
	});

	it.each(['bearer-1', 'a"b', 'NaN-1', '{a}', '={{ 12345678 }}'])('may be %j', async (apiToken) => {
		const { json } = await sendWith({ apiToken });
		// The simulator does not know it, which is another matter.
		expect(json[0].errorDetails).toMatchObject({ about: 'token' });
	});
});

describe('where the fields of the credential hold expressions', () => {
	const credentials = { baseUrl: '={{ $json.url }}', apiToken: '={{ $json.token }}' };
	const customer = (name: string, more: IDataObject = {}) => ({
		to: RECIPIENT,
		url: service.simulator.baseUrl,
		token: tokenOf(name),
		...more,
	});
	const senders = ({ requests } = service.simulator) =>
		requests.map(({ authorization }) => authorization.account);
	const sendFor = async (items: IDataObject[], more: Sending = {}) =>
		await send(service, { items, options: { concurrency: 1 }, credentials, ...more });

	it.each(['message.send', 'intent.generateAndSend', 'lease.getAll', 'lease.adopt'])(
		'each item of %s goes with its own token to its own address',
		async (operation) => {
			const items = [
				customer('anna', { number: '+12125550101' }),
				customer('ben', { number: '+14155550122', url: elsewhere.simulator.baseUrl }),
			];
			const { items: came } = await sendFor(items, { operation });
			const paired = came.map(({ pairedItem }) => pairedItem);
			expect(paired).toEqual(expect.arrayContaining([{ item: 0 }, { item: 1 }]));
			expect(new Set(senders())).toEqual(new Set(['anna']));
			expect(new Set(senders(elsewhere.simulator))).toEqual(new Set(['ben']));
		},
	);

	it.each([
		['no token', { token: '' }, 'API Token'],
		['an unreadable address', { url: 'ftp://a.example' }, 'http'],
		['a token of two lines', { token: 'some\ntoken' }, 'API Token'],
	])('an item with %s fails alone', async (_, spoiled, named) => {
		const items = [customer('anna'), customer('ben', spoiled), customer('ben')];
		const { json } = await sendFor(items, { node: CONTINUE });
		expect(outcomes(json)).toEqual(['done', 'failed', 'done']);
		expect(json[1]).toEqual(refusedItem());
		expect(json[1].error).toContain(named);
		expect(senders()).toEqual(['anna', 'ben']);
		const { error } = await sendFor(items, { fails: true });
		expect(error.description).toContain("To do the rest, press 'Retry'");
	});
});

it('the credential type is for the nodes of the package alone, signs for no other, hides the token, and lets no plain http through', () => {
	const type = messagingServiceApi as ICredentialType & { restrictToSupportedNodes?: true };
	expect(type.restrictToSupportedNodes).toBe(true);
	expect(type).not.toHaveProperty('authenticate');
	const token = type.properties.find(({ name }) => name === 'apiToken');
	expect(token?.typeOptions).toEqual({ password: true });
	const insecure = type.properties.find(({ name }) => name === 'allowInsecureHttp');
	expect(insecure?.default).toBe(false);
});
