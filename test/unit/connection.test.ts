import { authorize } from '../../nodes/MessagingService/transport/authorize';
import { Secrets } from '../../nodes/MessagingService/errors/secrets';
import { readConnection } from '../../nodes/MessagingService/transport/credential';
import { ServiceError } from '../../nodes/MessagingService/errors/serviceError';

const someToken = ['demo', 'token', '123'].join('-');
const read = (baseUrl: unknown, more: Record<string, unknown> = {}) =>
	readConnection(
		{ baseUrl: baseUrl as string, apiToken: someToken, ...more } as never,
		new Secrets(),
	);

function refusal(work: () => unknown): ServiceError {
	let refused: unknown;
	try {
		work();
	} catch (error) {
		refused = error;
	}
	expect(refused).toBeInstanceOf(ServiceError);
	return refused as ServiceError;
}

describe('the base URL', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com/v1', 'https://api.example.com/v1'],
		['https://api.example.com/v1//', 'https://api.example.com/v1'],
		['  https://api.example.com:8443/a/b ', 'https://api.example.com:8443/a/b'],
		['HTTPS://API.example.com', 'https://api.example.com'],
		['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
		['http://localhost:4010/v1/', 'http://localhost:4010/v1'],
		['http://[::1]:4010', 'http://[::1]:4010'],
		['http://10.1.2.3', 'http://10.1.2.3'],
		['http://172.16.0.1', 'http://172.16.0.1'],
		['http://192.168.1.1', 'http://192.168.1.1'],
		['http://[fd00::1]', 'http://[fd00::1]'],
		['http://[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]'],
		['http://[::ffff:10.1.2.3]', 'http://[::ffff:a01:203]'],
		['http://messaging', 'http://messaging'],
	])('%s is understood', (baseUrl, expected) => {
		expect(read(baseUrl).baseUrl).toBe(expected);
	});

	it.each([
		'',
		'   ',
		'api.example.com',
		'localhost:4010',
		'ftp://api.example.com',
		'file:///etc/passwd',
		'javascript:alert(1)',
		'https://',
		'https:///v1',
		'https://api example.com',
		'https://api.example.com/a b',
		'https://api.example.com\\@evil.example',
		'https://user:password@api.example.com',
		'https://user@api.example.com',
		'https://api.example.com?x=1',
		'https://api.example.com/#x',
		42,
		null,
	])('%p is refused with a way out', (baseUrl) => {
		const error = refusal(() => read(baseUrl));
		expect(error.message).toContain('Base URL');
		expect(error.description).toContain('credential');
		expect(`${error.message}${error.description}`).not.toContain('password@');
	});

	it.each([
		'http://api.example.com',
		'http://8.8.8.8',
		'http://100.64.0.1',
		'http://172.32.0.1',
		'http://[2001:db8::1]',
		'http://[::ffff:808:808]',
		'http://127.0.0.1.example.com',
		'http://10.example.com',
	])('%s would send the token in the open, and needs the option for that', (baseUrl) => {
		expect(refusal(() => read(baseUrl)).description).toContain('Allow Insecure HTTP');
		expect(read(baseUrl, { allowInsecureHttp: true }).baseUrl).toBe(baseUrl);
	});
});

describe('the API token', () => {
	const authorization = (apiToken: string, authScheme?: string) =>
		read('https://api.example.com', { apiToken, authScheme }).authorization;

	it('is sent behind the word that is set', () => {
		expect(authorization(someToken)).toBe(`Bearer ${someToken}`);
		expect(authorization(someToken, 'Token')).toBe(`Token ${someToken}`);
	});

	it.each([
		` ${someToken}\n`,
		` Bearer ${someToken}`,
		`Bearer ${someToken}`,
		`bearer  ${someToken}`,
		`Token ${someToken}`,
	])('pasted as %j is understood', (pasted) => {
		expect(authorization(pasted)).toBe(`Bearer ${someToken}`);
	});

	it.each([
		'',
		'  ',
		'Bearer ',
		'two\nlines',
		'two\r\nInjected: header',
		'two words',
		'tökén',
		'a\u0000b',
	])('%j is refused, and not shown', (apiToken) => {
		const error = refusal(() => authorization(apiToken));
		expect(error.message).toContain('API Token');
		expect(error.description).not.toContain('Injected');
	});
});

describe('the token goes to the base URL alone', () => {
	const credentials = { baseUrl: 'https://api.example.com/v1', apiToken: someToken };

	it.each([
		'https://api.example.com/v1/send/text',
		'https://api.example.com/v1?x=1',
		'https://API.EXAMPLE.COM/v1/enterprise/lease/status/%2B12025550123',
	])('%s gets it', (url) => {
		expect(authorize(credentials, { url }).headers).toEqual({
			Authorization: `Bearer ${someToken}`,
		});
	});

	it('from n8n’s HTTP Request node too, which names the address otherwise', () => {
		const options = { uri: 'https://api.example.com/v1/send/text' };
		expect(authorize(credentials, options).headers).toHaveProperty('Authorization');
	});

	it('at the very address that was checked, which no n8n puts together anew', () => {
		const parts = { url: 'send/text', baseURL: 'https://api.example.com/v1/', uri: 'https://evil' };
		const signed = authorize(credentials, parts);
		expect(signed).toMatchObject({ url: 'https://api.example.com/v1/send/text' });
		expect(signed).not.toHaveProperty('baseURL');
		expect(signed).not.toHaveProperty('uri');
	});

	it.each([
		'https://evil.example/v1/send/text',
		'https://api.example.com.evil.example/v1/send/text',
		'http://api.example.com/v1/send/text',
		'https://api.example.com:8443/v1/send/text',
		'https://api.example.com/v10/send/text',
		'https://api.example.com/v1/../admin',
		'https://user@api.example.com/v1/send/text',
		'/v1/send/text',
		'',
	])('%s does not', (url) => {
		expect(refusal(() => authorize(credentials, { url })).message).toContain('another address');
	});

	const url = 'https://api.example.com/v1/send/text';

	it('and to no address that it redirects to, whatever the node has set', () => {
		const followed = { followRedirect: true, followAllRedirects: true, maxRedirects: 21 };
		expect(authorize(credentials, { url, ...followed })).toMatchObject({
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			maxRedirects: 0,
		});
	});

	it.each<[string, object, string]>([
		['a proxy', { proxy: 'http://evil.example' }, "'Proxy'"],
		['a proxy', { proxy: { host: 'evil.example', port: 80 } }, "'Proxy'"],
		['no check of certificates', { rejectUnauthorized: false }, "'Ignore SSL Issues'"],
		['no check of certificates', { skipSslCertificateValidation: true }, "'Ignore SSL Issues'"],
		['an authority of its own', { agentOptions: { ca: 'mine' } }, 'NODE_EXTRA_CA_CERTS'],
		['no check', { agentOptions: { rejectUnauthorized: false } }, "'Ignore SSL Issues'"],
		['another host', { headers: { host: 'evil.example' } }, "'Host'"],
		['another host behind a space', { headers: { 'host ': 'evil.example' } }, "'Host'"],
		['another host behind a tab', { headers: { '\thost': 'evil.example' } }, "'Host'"],
		['two hosts', { headers: { Host: 'api.example.com', HOST: 'evil.example' } }, "'Host'"],
		['several hosts', { headers: { host: ['api.example.com', 'evil.example'] } }, "'Host'"],
		['a method that echoes', { method: 'trace' }, 'GET'],
	])('a request with %s is not signed, and the error says why', (_, options, wayOut) => {
		const error = refusal(() => authorize(credentials, { url, ...options }));
		expect(error.message).toContain('not sent');
		expect(error.description).toContain(wayOut);
	});

	it.each<[string, object]>([
		['a client certificate', { agentOptions: { cert: 'c', key: 'k', passphrase: 'p' } }],
		['checks that are on', { rejectUnauthorized: true, agentOptions: {} }],
		['no proxy', { proxy: '' }],
		['its own host', { headers: { Host: 'API.example.com' } }],
		['any usual method', { method: 'PATCH' }],
	])('a request with %s is signed', (_, options) => {
		expect(authorize(credentials, { url, ...options }).headers).toHaveProperty('Authorization');
	});
});
