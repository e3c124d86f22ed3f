import type { VerdictName } from '../../../nodes/MessagingService/errors/verdicts';
import type { FaultSpec } from '../../../simulator';
import { IMPATIENT, TOKEN } from './tried';

/** One row of the matrix: a fault, and its row in the table of verdicts, from which all else that is expected follows. */
export interface FaultRow {
	name: string;
	/** Undefined where the item is done all the same. */
	verdict: VerdictName | undefined;
	/** The same for a request whose path names a number, and for one that names an OTP ID. */
	looksUp?: VerdictName;
	/** How the simulator makes it. Whether the service acts, although it goes wrong, is its `when`. */
	fault: FaultSpec | ((otherHost: string) => FaultSpec);
	/** Longest time of a request, where the fault is one of time. In ms. */
	timeout?: number;
}

const faultRow = (
	name: string,
	verdict: VerdictName | undefined,
	fault: FaultRow['fault'],
	more: Partial<FaultRow> = {},
): FaultRow => ({ name, verdict, fault, ...more });

/** Breaks the connection, or keeps silent. */
const broken = (
	name: string,
	verdict: VerdictName,
	kind: FaultSpec['kind'],
	when: 'before' | 'after',
	more: Partial<FaultSpec> = {},
) =>
	faultRow(
		name,
		verdict,
		{ kind, when, ...more },
		verdict === 'tooLate' ? { timeout: IMPATIENT } : {},
	);

/** The service acts, and answers with this body. */
const says = (
	name: string,
	verdict: VerdictName | undefined,
	body: unknown,
	more: Partial<FaultSpec> = {},
) => faultRow(name, verdict, { kind: 'answer', when: 'after', body, ...more });

/** The service does nothing, and says so. */
const refuses = (status: number, verdict: VerdictName, more: Partial<FaultSpec> = {}) =>
	faultRow(`${status}`, verdict, { kind: 'answer', status, body: { message: 'No' }, ...more });

/** At its worst: the service has acted all the same. */
const breaksDown = (status: number, verdict: VerdictName, kind: FaultSpec['kind'] = 'answer') =>
	faultRow(`${status}${kind === 'html' ? ' as a web page' : ''}`, verdict, {
		kind,
		when: 'after',
		status,
		...(kind === 'answer' && { body: { error: { message: 'No' } } }),
		headers: { 'retry-after': '0' },
	});

const redirects = (status: number, host: 'the same' | 'another') =>
	faultRow(`${status} to ${host} host`, 'redirect', (otherHost) => ({
		kind: 'redirect',
		when: 'after',
		status,
		location: `${host === 'another' ? otherHost : ''}/elsewhere?token=${TOKEN}`,
	}));

const ALL_NULL = { crumbs: null, otp_id: null, verified: null, url: null, data: null };
const ALL_NUMBERS = { crumbs: 7, otp_id: 7, verified: 7, url: 7, data: 7 };

/** Every fault that the service or the way to it has, once reached. */
export const FAULTS: FaultRow[] = [
	broken('reset before acting', 'lost', 'reset', 'before'),
	broken('reset after acting', 'lost', 'reset', 'after'),
	broken('connection ends within the body', 'lost', 'truncatedBody', 'after'),
	says('an answer that is not in gzip as it says', 'lost', 'not packed', {
		headers: { 'content-encoding': 'gzip' },
	}),
	broken('hang past the timeout, before acting', 'tooLate', 'hang', 'before'),
	broken('hang past the timeout, after acting', 'tooLate', 'hang', 'after'),
	broken('a body that drips past the timeout', 'tooLate', 'slowBody', 'after', { intervalMs: 600 }),
	faultRow('a slow body in time', undefined, { kind: 'slowBody', when: 'after', intervalMs: 5 }),
	broken('truncated JSON', 'unreadable', 'truncatedJson', 'after'),
	broken('empty body', 'unreadable', 'empty', 'after'),
	broken('a web page', 'unreadable', 'html', 'after'),
	says('a list', 'unreadable', []),
	says('an empty object', 'unreadable', {}),
	says('success: false', 'unreadable', { success: false, error: 'Out of quota' }),
	says('fields that are null', 'unreadable', ALL_NULL),
	says('numbers where something else is expected', 'unreadable', ALL_NUMBERS),
	says('text that echoes the token', 'unreadable', `Authorization: Bearer ${TOKEN}`),
	redirects(301, 'the same'),
	redirects(307, 'another'),
	faultRow('304', 'redirect', { kind: 'answer', when: 'after', status: 304 }),
	refuses(400, 'request', { body: { message: `Bad token ${TOKEN}` } }),
	refuses(401, 'token'),
	refuses(403, 'planOrToken'),
	{ ...refuses(404, 'address'), looksUp: 'number' },
	refuses(405, 'address'),
	refuses(422, 'number'),
	refuses(425, 'tooEarly'),
	refuses(429, 'limit', { headers: { 'retry-after': '0' } }),
	faultRow('429 for longer', 'longLimit', {
		kind: 'answer',
		status: 429,
		headers: { 'retry-after': '3600' },
	}),
	breaksDown(408, 'brokenDown'),
	breaksDown(503, 'brokenDown'),
	breaksDown(502, 'brokenDown', 'html'),
	breaksDown(501, 'otherBreakdown'),
];
