import type { FaultSpec } from '../../simulator';
import { documentedCodes } from '../support/documentedCodes';
import type { Moment } from './timers';

/** The token of the tests: it must appear nowhere, so it is unlike anything else. */
export const TOKEN = ['matrix', 'secret', '5f3a9c'].join('-');

/** Where the fault is: at the service, or on the way to it. */
export type Place = 'service' | 'dns' | 'refused' | 'tls' | 'handshake';

/** One row of the matrix: a fault, and what is expected of the node. */
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
	/** What the error's message says. */
	message: RegExp;
	statusCode?: number;
	/** When time is up, where the fault is one of time. */
	timeIsUp?: Moment;
	/** Retries that the node may make: 1 unless told. */
	maxRetries?: number;
	/** Whether it can only be a lasting state. */
	onlyLasting?: boolean;
}

const DROPPED = /^The connection to the service was lost while/;
const TIMED_OUT = /^The service did not answer in time while/;
const UNREADABLE = /^The service returned an answer that cannot be decompressed while/;
const REJECTED_SHAPE = /^The service returned .* while/;

type Wire = Omit<Partial<FaultRow>, 'fault'> & {
	name: string;
	message: RegExp;
	kind: FaultSpec['kind'];
	when: 'before' | 'after';
	fault?: Partial<FaultSpec>;
};

/** The request left, and no answer that can be read came: whatever is done only once is possibly done. */
const wire = ({ kind, when, fault, ...row }: Wire): FaultRow => ({
	safeRetried: true,
	onceRetried: false,
	acts: when === 'after',
	mayHaveBeenSent: true,
	...row,
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
	message: REJECTED_SHAPE,
	statusCode: 200,
	...more,
});

const json = (body: unknown): Omit<FaultSpec, 'when'> => ({ kind: 'answer', status: 200, body });

/** A 4xx: the service did nothing. */
const refusal = (
	statusCode: number,
	message: RegExp,
	safeRetried = false,
	more: Partial<FaultRow> = {},
): FaultRow => ({
	name: `${statusCode}`,
	fault: {
		kind: 'answer',
		status: statusCode,
		body: { message: 'Words of the service' },
		...(safeRetried && { headers: { 'retry-after': '0' } }),
	},
	safeRetried,
	onceRetried: false,
	acts: false,
	mayHaveBeenSent: false,
	message: new RegExp(`${message.source}.*: Words of the service$`),
	statusCode,
	...more,
});

/** A 5xx at its worst: the service acted and failed after that. */
const breakdown = (statusCode: number, safeRetried: boolean): FaultRow => ({
	...refusal(statusCode, /^The service reported an error on its side while/, safeRetried),
	fault: {
		kind: 'answer',
		when: 'after',
		status: statusCode,
		body: { error: { message: 'Words of the service' } },
		headers: { 'retry-after': '0' },
	},
	acts: true,
	mayHaveBeenSent: true,
});

/** A gateway that waited too long, at its worst: the service acted all the same. */
const gaveUp = (statusCode: number, safeRetried: boolean): FaultRow => {
	const row = refusal(
		statusCode,
		/^The service, or a gateway before it, took too long/,
		safeRetried,
	);
	return {
		...row,
		fault: { ...row.fault, kind: 'answer', when: 'after' },
		acts: true,
		mayHaveBeenSent: true,
	};
};

const UNKNOWN = /^The service (?:does not know the \w+|answered "not found" while)/;

const TOO_MANY = /^The service is receiving too many requests/;

/** A 429, the one answer after which everything may be repeated. */
const limit = (
	name: string,
	retryAfter: string | undefined,
	more: Partial<FaultRow> = {},
): FaultRow => ({
	...refusal(429, TOO_MANY, true),
	name: `429 with Retry-After ${name}`,
	fault: {
		kind: 'answer',
		status: 429,
		body: { message: 'Words of the service' },
		...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
	},
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
	message: /^The service redirected the request while .*: it leads to [^?]*\/elsewhere$/,
	statusCode,
});

/** Never reached the service, so everything may be repeated. */
const unreached = (name: string, place: Place, message: RegExp): FaultRow => ({
	name,
	place,
	safeRetried: true,
	onceRetried: true,
	acts: false,
	mayHaveBeenSent: false,
	message,
});

/** The faults whose words, or whose ways of failing, have an expectation of their own. */
const OWN_ROWS: FaultRow[] = [
	unreached('DNS failure', 'dns', /could not be found$/),
	unreached('connection refused', 'refused', /^Nothing answers at the address of the service/),
	{
		...unreached('no TLS at the port', 'tls', /^No secure connection to .* could be made$/),
		onlyLasting: true,
	},
	{
		...unreached(
			'reset in the TLS handshake',
			'handshake',
			/^No secure connection to .* could be made$/,
		),
		onlyLasting: true,
	},
	wire({ name: 'reset before acting', kind: 'reset', when: 'before', message: DROPPED }),
	wire({ name: 'reset after acting', kind: 'reset', when: 'after', message: DROPPED }),
	wire({
		name: 'hang past the timeout, before acting',
		kind: 'hang',
		when: 'before',
		message: TIMED_OUT,
		timeIsUp: 'beforeAnswer',
	}),
	wire({
		name: 'hang past the timeout, after acting',
		kind: 'hang',
		when: 'after',
		message: TIMED_OUT,
		timeIsUp: 'beforeAnswer',
	}),
	wire({
		name: 'slow body past the timeout',
		kind: 'slowBody',
		when: 'after',
		fault: { intervalMs: 1000 },
		message: TIMED_OUT,
		timeIsUp: 'withinAnswer',
	}),
	badAnswer(
		'slow body within the timeout',
		{ kind: 'slowBody', intervalMs: 5 },
		{ succeeds: 'always' },
	),
	wire({
		name: 'connection ends within the body',
		kind: 'truncatedBody',
		when: 'after',
		message: DROPPED,
	}),
	...['gzip', 'deflate', 'br'].map((encoding) =>
		badAnswer(
			`an answer that is not in ${encoding} as it says`,
			{
				...json('plain text, which nothing can unpack'),
				headers: { 'content-encoding': encoding },
			},
			{ message: UNREADABLE },
		),
	),
	badAnswer(
		'an answer that is not in gzip as it says, in pieces',
		{
			kind: 'slowBody',
			intervalMs: 5,
			body: 'plain text, which nothing can unpack',
			headers: { 'content-encoding': 'gzip' },
		},
		{ message: UNREADABLE },
	),
	badAnswer('truncated JSON', { kind: 'truncatedJson' }),
	badAnswer('empty body', { kind: 'empty' }),
	badAnswer('HTML with 200', { kind: 'html', status: 200 }),
	{
		...breakdown(502, true),
		name: 'HTML with 502',
		fault: { kind: 'html', when: 'after', status: 502, headers: { 'retry-after': '0' } },
		message: /^The service reported an error on its side while .*: Welcome$/,
	},
	badAnswer('JSON array', json([])),
	badAnswer('JSON string', json('"done"')),
	badAnswer('JSON null', json('null')),
	badAnswer('JSON number', json(17)),
	badAnswer('JSON true', json(true)),
	badAnswer('object without the fields', json({}), { succeeds: 'withoutNeeds' }),
	badAnswer('fields that are null', json({ otp_id: null, verified: null, url: null, data: null }), {
		succeeds: 'withoutNeeds',
	}),
	badAnswer('numbers where text is expected', json({ otp_id: 7, verified: 7, url: 7, data: 7 }), {
		succeeds: 'withoutNeeds',
	}),
	badAnswer('one array is missing', json({ data: { text: [], imessage: [], whatsapp: [] } }), {
		succeeds: 'withoutNeeds',
	}),
	badAnswer(
		'arrays of something else',
		json({ data: { text: [1], imessage: ['a'], whatsapp: [null], voice: [[]] } }),
		{ succeeds: 'withoutNeeds' },
	),
	badAnswer('text that echoes the token', {
		kind: 'answer',
		status: 200,
		body: `Authorization: Bearer ${TOKEN}`,
	}),
	...[301, 302, 303, 307, 308].flatMap((statusCode) => [
		redirect(statusCode, 'the same'),
		redirect(statusCode, 'another'),
	]),
	badAnswer(
		'304',
		{ kind: 'answer', status: 304 },
		{ statusCode: 304, message: /^The service said that nothing has changed while/ },
	),
	refusal(400, /^The service did not accept/),
	{
		...refusal(400, /^The service did not accept/),
		name: '400 that echoes the token',
		fault: { kind: 'answer', status: 400, body: { message: `Bad token ${TOKEN}` } },
		message: /: \(not shown: it contains the API token\)$/,
	},
	{
		...refusal(400, /^The service did not accept/),
		name: '400 whose words are HTML',
		fault: { kind: 'answer', status: 400, body: { message: '<a href="x">Words</a><!-- 1 < 2' } },
		message: /: < a href="x">Words< \/a>< !-- 1 < 2$/,
	},
	refusal(401, /^The service rejected the API token/),
	{
		...refusal(401, /^The service rejected the API token/),
		name: '401 whose body is cut',
		fault: { kind: 'truncatedBody', status: 401, body: { message: 'Words of the service' } },
		message: /^The service rejected the API token$/,
	},
	{
		...refusal(400, /^The service did not accept/),
		name: '400 whose body never ends',
		fault: { kind: 'slowBody', status: 400, body: 'Words of the service', intervalMs: 60_000 },
		timeIsUp: 'withinAnswer',
		message:
			/^The service did not accept .*\d$|^The service did not accept the (?:OTP ID|filters)$/,
	},
	{
		...limit('absent', undefined),
		name: '429 whose body never ends',
		fault: { kind: 'slowBody', status: 429, body: 'Words of the service', intervalMs: 60_000 },
		timeIsUp: 'withinAnswer',
		message: /^The service is receiving too many requests$/,
	},
	refusal(402, /^The service requires a payment/),
	refusal(403, /^The service does not allow/),
	refusal(404, UNKNOWN),
	gaveUp(408, true),
	gaveUp(499, false),
	refusal(409, /^The service refused/),
	refusal(410, UNKNOWN),
	refusal(413, /^The request was too large for the service/),
	refusal(415, /^The service refused/),
	refusal(422, /^The service did not accept/),
	limit('in seconds', '1'),
	limit('as a date', new Date(Date.now() + 1000).toUTCString()),
	limit('as a date that has passed', 'Wed, 31 Dec 2025 23:59:30 GMT'),
	// Waiting is another test's; here it is the error that must come out whole.
	limit('absurdly long', '999999999', { onceRetried: false, safeRetried: false, maxRetries: 0 }),
	limit('malformed', 'soon'),
	limit('absent', undefined),
	breakdown(500, true),
	breakdown(501, false),
	breakdown(502, true),
	breakdown(503, true),
	breakdown(504, true),
];

/** The other status codes that docs/failures.md lists: each is tried by what stands there, with any words. */
const DOCUMENTED_ROWS = documentedCodes()
	.filter(([code]) => !OWN_ROWS.some(({ statusCode }) => statusCode === code))
	.map(([code, [, safeRetried, onceRetried, key]]): FaultRow => {
		const mayHaveBeenSent = key === 'stays used';
		const row = refusal(code, /^The (?:service|request|proxy)/, safeRetried === 'yes');
		return {
			...row,
			fault: { ...row.fault, kind: 'answer', when: mayHaveBeenSent ? 'after' : 'before' },
			onceRetried: onceRetried === 'yes',
			acts: mayHaveBeenSent,
			mayHaveBeenSent,
		};
	});

/** Every fault, one row a case. */
export const FAULTS: FaultRow[] = [...OWN_ROWS, ...DOCUMENTED_ROWS];
