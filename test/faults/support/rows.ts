import type { FaultSpec } from '../../../simulator';
import { TOKEN } from './tried';

/** Where the fault is: at the service, or on the way to it. */
export type Place = 'service' | 'dns' | 'refused' | 'tls' | 'handshake';

/** One row of the table: a fault, and what is expected of the node. */
export interface FaultRow {
	name: string;
	/** At the service unless told. */
	place?: Place;
	/** How the simulator makes it. */
	fault?: FaultSpec | ((otherHost: string) => FaultSpec);
	/** Whether a request that changes nothing is repeated. */
	safeRetried: boolean;
	/** Whether a request that sends, charges or counts is repeated. */
	onceRetried: boolean;
	/** Whether the service carries the request out, although it goes wrong. */
	acts: boolean;
	/** Whether the error must say that it is possibly done. */
	mayHaveBeenSent: boolean;
	/** Whether the answer is good: always, or where the operation needs no field of it. */
	succeeds?: 'always' | 'withoutNeeds';
	/** What the error is about. */
	about?: string;
	statusCode?: number;
	/** Longest silence of a request, where the fault is one of time. In ms. */
	timeout?: number;
	/** Retries that the node may make: 1 unless told. */
	maxRetries?: number;
	/** Whether it can only be a lasting state. */
	onlyLasting?: boolean;
}

/** Long enough for a request to arrive on a busy machine. */
const IMPATIENT = 2_000;

/** The request left, and no answer that can be read came: whatever is done only once is possibly done. */
const wire = (
	name: string,
	kind: FaultSpec['kind'],
	when: 'before' | 'after',
	{ fault, ...more }: Omit<Partial<FaultRow>, 'fault'> & { fault?: Partial<FaultSpec> } = {},
): FaultRow => ({
	name,
	safeRetried: true,
	onceRetried: false,
	acts: when === 'after',
	mayHaveBeenSent: true,
	...more,
	fault: { kind, when, ...fault },
});

/** The service acted, and what it answered is of no use. */
const badAnswer = (
	name: string,
	fault: Omit<FaultSpec, 'when'>,
	more: Partial<FaultRow> = {},
): FaultRow => ({
	name,
	fault: { ...fault, when: 'after' },
	safeRetried: false,
	onceRetried: false,
	acts: true,
	mayHaveBeenSent: true,
	statusCode: 200,
	...more,
});

const json = (body: unknown): Omit<FaultSpec, 'when'> => ({ kind: 'answer', status: 200, body });
const withoutNeeds = { succeeds: 'withoutNeeds' } as const;

/** A 4xx: the service did nothing. */
const refusal = (statusCode: number, about: string, more: Partial<FaultRow> = {}): FaultRow => ({
	name: `${statusCode}`,
	fault: { kind: 'answer', status: statusCode, body: { message: 'No' } },
	safeRetried: false,
	onceRetried: false,
	acts: false,
	mayHaveBeenSent: false,
	about,
	statusCode,
	...more,
});

/** A 5xx, or what a gateway says that waited too long, at its worst: the service has acted all the same. */
const breakdown = (statusCode: number, safeRetried: boolean): FaultRow => ({
	name: `${statusCode}`,
	fault: {
		kind: 'answer',
		when: 'after',
		status: statusCode,
		body: { error: { message: 'No' } },
		headers: { 'retry-after': '0' },
	},
	safeRetried,
	onceRetried: false,
	acts: true,
	mayHaveBeenSent: true,
	statusCode,
});

/** A 429, the one answer after which everything may be repeated. */
const limit = (name: string, retryAfter?: string, more: Partial<FaultRow> = {}): FaultRow => ({
	...refusal(429, 'limit'),
	name: `429 with Retry-After ${name}`,
	fault: {
		kind: 'answer',
		status: 429,
		body: { message: 'No' },
		...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
	},
	safeRetried: true,
	onceRetried: true,
	...more,
});

const redirect = (statusCode: number, host: 'the same' | 'another'): FaultRow => ({
	name: `${statusCode} to ${host} host`,
	fault: (otherHost) => ({
		kind: 'redirect',
		when: 'after',
		status: statusCode,
		location: `${host === 'another' ? otherHost : ''}/elsewhere?token=${TOKEN}`,
	}),
	safeRetried: false,
	onceRetried: false,
	acts: true,
	mayHaveBeenSent: true,
	about: 'address',
	statusCode,
});

/** Never reached the service, so everything may be repeated. */
const unreached = (name: string, place: Place, more: Partial<FaultRow> = {}): FaultRow => ({
	name,
	place,
	safeRetried: true,
	onceRetried: true,
	acts: false,
	mayHaveBeenSent: false,
	...more,
});

const ZIPPED = 'plain text, which nothing can unpack';

/** Every fault, one row a case. */
export const FAULTS: FaultRow[] = [
	unreached('DNS failure', 'dns'),
	unreached('connection refused', 'refused'),
	unreached('no TLS at the port', 'tls', { onlyLasting: true }),
	unreached('reset in the TLS handshake', 'handshake', { onlyLasting: true }),
	wire('reset before acting', 'reset', 'before'),
	wire('reset after acting', 'reset', 'after'),
	wire('hang past the timeout, before acting', 'hang', 'before', { timeout: IMPATIENT }),
	wire('hang past the timeout, after acting', 'hang', 'after', { timeout: IMPATIENT }),
	wire('slow body past the timeout', 'slowBody', 'after', {
		fault: { intervalMs: 60_000 },
		timeout: IMPATIENT,
	}),
	wire('connection ends within the body', 'truncatedBody', 'after'),
	badAnswer('slow body in time', { kind: 'slowBody', intervalMs: 5 }, { succeeds: 'always' }),
	// That counts as a lost connection.
	...['gzip', 'deflate', 'br'].map((encoding) =>
		wire(`an answer that is not in ${encoding} as it says`, 'answer', 'after', {
			fault: { ...json(ZIPPED), headers: { 'content-encoding': encoding } },
		}),
	),
	badAnswer('truncated JSON', { kind: 'truncatedJson' }),
	badAnswer('empty body', { kind: 'empty' }),
	badAnswer('HTML with 200', { kind: 'html', status: 200 }),
	badAnswer('JSON array', json([])),
	badAnswer('JSON string', json('"done"')),
	badAnswer('JSON null', json('null')),
	badAnswer('JSON number', json(17)),
	badAnswer('object without the fields', json({}), withoutNeeds),
	badAnswer(
		'fields that are null',
		json({ otp_id: null, verified: null, url: null, data: null }),
		withoutNeeds,
	),
	badAnswer(
		'numbers where text is expected',
		json({ otp_id: 7, verified: 7, url: 7, data: 7 }),
		withoutNeeds,
	),
	badAnswer(
		'one array is missing',
		json({ data: { text: [], imessage: [], whatsapp: [] } }),
		withoutNeeds,
	),
	badAnswer('text that echoes the token', json(`Authorization: Bearer ${TOKEN}`)),
	...[301, 302, 303, 307, 308].flatMap((statusCode) => [
		redirect(statusCode, 'the same'),
		redirect(statusCode, 'another'),
	]),
	badAnswer('304', { kind: 'answer', status: 304 }, { statusCode: 304, about: 'address' }),
	refusal(400, 'request'),
	refusal(400, 'request', {
		name: '400 that echoes the token',
		fault: { kind: 'answer', status: 400, body: { message: `Bad token ${TOKEN}` } },
	}),
	refusal(401, 'token'),
	refusal(402, 'plan'),
	refusal(403, 'plan'),
	refusal(404, 'number'),
	refusal(405, 'address'),
	refusal(407, 'address'),
	refusal(409, 'number'),
	refusal(410, 'number'),
	refusal(413, 'request'),
	refusal(415, 'request'),
	refusal(418, 'request'),
	refusal(422, 'number'),
	limit('in seconds', '1'),
	limit('as a date', new Date(Date.now() + 1000).toUTCString()),
	// Waiting is another test's; here it is the error that must come out whole.
	limit('absurdly long', '999999999', { onceRetried: false, safeRetried: false, maxRetries: 0 }),
	limit('malformed', 'soon'),
	limit('absent'),
	breakdown(408, true),
	breakdown(499, false),
	breakdown(500, true),
	breakdown(501, false),
	breakdown(502, true),
	breakdown(503, true),
	breakdown(504, true),
	{
		...breakdown(502, true),
		name: 'HTML with 502',
		fault: { kind: 'html', when: 'after', status: 502, headers: { 'retry-after': '0' } },
	},
];
