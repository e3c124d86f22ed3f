import type { FaultSpec } from '../../../simulator';

/** A way in which a request goes wrong, and what the node must make of it. */
export interface Fault {
	name: string;
	/** What the simulator does; absent where no request arrives. */
	spec?: Omit<FaultSpec, 'times' | 'path'>;
	/** Base URL in place of the simulator's, where no request arrives. */
	baseUrl?: (url: string) => string;
	/** Which requests may be repeated. */
	repeated: 'both' | 'safe' | 'none';
	/** What the error says. */
	message: RegExp;
	httpCode?: string;
	/** Whether it is open what the service did, so that a request of class once says so. */
	open: boolean;
	/** Option `timeout` of the node, in ms. */
	timeout?: number;
	/** Who takes such an answer as a good one. */
	fineFor?: 'all' | 'thoseWithoutFields';
}

/** The service repeats the token in whatever it answers: it must not get any further. */
const ECHO = { message: 'Not with demo-enterprise' };

const OPEN_KINDS = { repeated: 'safe', open: true } as const;
const UNREADABLE = { repeated: 'none', open: true, httpCode: '200' } as const;

const refused = (status: number, message: RegExp): Fault => ({
	name: `${status}`,
	spec: { kind: 'answer', status, body: ECHO },
	repeated: [408, 425].includes(status) ? 'safe' : 'none',
	message,
	httpCode: String(status),
	open: false,
});

const broken = (status: number): Fault => ({
	name: `${status}`,
	spec: { kind: 'answer', status, body: ECHO },
	repeated: status === 501 ? 'none' : 'safe',
	message: /had a problem of its own/,
	httpCode: String(status),
	open: true,
});

const tooMany = (name: string, headers: Record<string, string>): Fault => ({
	name: `429, Retry-After ${name}`,
	spec: { kind: 'answer', status: 429, headers, body: ECHO },
	repeated: 'both',
	message: /too many requests/,
	httpCode: '429',
	open: false,
});

const redirect = (status: number, where: string, location: string): Fault => ({
	name: `${status} to ${where}`,
	spec: { kind: 'redirect', status, location: `${location}?token=demo-enterprise` },
	repeated: 'none',
	message: /redirected the request to http:\/\/127\.0\.0\.1:\d+\/elsewhere while/,
	httpCode: String(status),
	open: true,
});

const shape = (name: string, body: unknown, fineFor?: Fault['fineFor']): Fault => ({
	...UNREADABLE,
	name: `200 with ${name}`,
	spec: { kind: 'answer', status: 200, body },
	message: /gave (?:JSON that is not an object|an answer without)/,
	fineFor,
});

/** Every fault, one row each. */
export const FAULTS: Fault[] = [
	{
		name: 'the name is not found',
		baseUrl: () => 'https://nowhere.invalid',
		repeated: 'both',
		message: /could not be found/,
		open: false,
	},
	{
		name: 'the connection is refused',
		baseUrl: () => 'http://127.0.0.1:9',
		repeated: 'both',
		message: /Nothing answers/,
		open: false,
	},
	{
		name: 'no secure connection',
		baseUrl: (url) => url.replace('http:', 'https:'),
		repeated: 'both',
		message: /No secure connection/,
		open: false,
	},
	{
		...OPEN_KINDS,
		name: 'reset before the act',
		spec: { kind: 'reset' },
		message: /connection to the service was lost/,
	},
	{
		...OPEN_KINDS,
		name: 'reset after the act',
		spec: { kind: 'reset', when: 'after' },
		message: /connection to the service was lost/,
	},
	{
		...OPEN_KINDS,
		name: 'no answer, not done',
		spec: { kind: 'hang' },
		timeout: 300,
		message: /did not answer in time/,
	},
	{
		...OPEN_KINDS,
		name: 'no answer, but done',
		spec: { kind: 'hang', when: 'after' },
		timeout: 300,
		message: /did not answer in time/,
	},
	{
		...OPEN_KINDS,
		name: 'an answer in drops',
		spec: { kind: 'slowBody', when: 'after', intervalMs: 150 },
		timeout: 300,
		message: /did not answer in time/,
	},
	{
		...OPEN_KINDS,
		name: 'half an answer',
		spec: { kind: 'truncatedBody', when: 'after' },
		message: /connection to the service was lost/,
	},
	{
		...UNREADABLE,
		name: 'half of a JSON',
		spec: { kind: 'truncatedJson', when: 'after' },
		message: /not JSON/,
	},
	{
		...UNREADABLE,
		name: 'an empty answer',
		spec: { kind: 'empty', when: 'after' },
		message: /an empty answer/,
	},
	{ ...UNREADABLE, name: 'a web page with 200', spec: { kind: 'html' }, message: /a web page/ },
	{ ...broken(502), name: 'a web page with 502', spec: { kind: 'html', status: 502 } },
	shape('a list', []),
	shape('a text', JSON.stringify('demo-enterprise')),
	shape('null', 'null'),
	shape('a number', '17'),
	shape('no fields', {}, 'thoseWithoutFields'),
	shape(
		'fields of other types',
		{ otp_id: 5, verified: 'yes', url: 7, data: { text: 1 } },
		'thoseWithoutFields',
	),
	...([301, 302, 307, 308] as const).flatMap((status) => [
		redirect(status, 'the same host', 'SAME/elsewhere'),
		redirect(status, 'another host', 'OTHER/elsewhere'),
	]),
	refused(400, /did not accept/),
	refused(401, /rejected the API token/),
	refused(403, /does not allow/),
	refused(404, /does not know the number|has nothing at this address/),
	refused(405, /refused/),
	refused(408, /refused/),
	refused(409, /present state/),
	refused(410, /does not know the number|has nothing at this address/),
	refused(413, /too large/),
	refused(415, /refused/),
	refused(422, /did not accept/),
	refused(425, /refused/),
	tooMany('in seconds', { 'retry-after': '0' }),
	tooMany('as a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }),
	tooMany('malformed', { 'retry-after': 'soon' }),
	tooMany('absent', {}),
	...[500, 501, 502, 503, 504].map(broken),
];
