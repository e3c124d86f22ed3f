/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createServer } from 'node:http';

import { type VerdictName, VERDICTS } from '../../nodes/MessagingService/errors/verdicts';
import type { FaultSpec } from '../../simulator';
import { type Listening, listening } from '../support/servers';
import {
	actedOn,
	ADOPTS,
	COUNTS,
	expectFailure,
	IMPATIENT,
	type Kind,
	make,
	meaningOf,
	PREPARES,
	READS,
	SENDS,
	TOKEN,
	withSimulator,
} from './support/tried';

/** What the service, or the way to it, does wrong once it was reached. */
interface Fault extends FaultSpec {
	name: string;
	/** Its row in the table of verdicts; undefined where the item is done all the same. */
	verdict?: VerdictName;
	/** The same of a request that looks something up. */
	ifLookedUp?: VerdictName;
}

const before = { when: 'before' } as const;
const after = { when: 'after' } as const;

/** The service acts, and its answer has this body. */
const says = (name: string, body: unknown): Fault => ({
	name,
	verdict: 'unreadable',
	kind: 'answer',
	...after,
	body,
});

/** The service does nothing, and says so. */
const refuses = (status: number, verdict: VerdictName, more: Partial<Fault> = {}): Fault => ({
	name: `${status}`,
	verdict,
	kind: 'answer',
	status,
	body: { message: `No ${TOKEN}` },
	...more,
});

/** At its worst: the service has acted all the same. */
const breaksDown = (status: number, verdict: VerdictName, more: Partial<Fault> = {}) =>
	refuses(status, verdict, { ...after, headers: { 'retry-after': '0' }, ...more });

const FAULTS: Fault[] = [
	{ name: 'reset before acting', verdict: 'lost', kind: 'reset', ...before },
	{ name: 'reset after acting', verdict: 'lost', kind: 'reset', ...after },
	{ name: 'a body that is cut', verdict: 'lost', kind: 'truncatedBody', ...after },
	{
		...says('an answer that is not in gzip as it says', 'not packed'),
		verdict: 'lost',
		headers: { 'content-encoding': 'gzip' },
	},
	{ name: 'a hang before acting', verdict: 'tooLate', kind: 'hang', ...before },
	{ name: 'a hang after acting', verdict: 'tooLate', kind: 'hang', ...after },
	{ name: 'a body that drips', verdict: 'tooLate', kind: 'slowBody', ...after, intervalMs: 600 },
	{ name: 'a slow body in time', kind: 'slowBody', ...after, intervalMs: 5 },
	{ name: 'an empty body', verdict: 'unreadable', kind: 'empty', ...after },
	{ name: 'a web page', verdict: 'unreadable', kind: 'html', ...after },
	says('success: false', { success: false, error: 'Out of quota' }),
	says('fields that are null', { crumbs: null, verified: null, url: null, data: null }),
	says('text that echoes the token', `Authorization: Bearer ${TOKEN}`),
	{ name: '307', verdict: 'redirect', kind: 'redirect', ...after, status: 307 },
	{ name: '304', verdict: 'redirect', kind: 'answer', ...after, status: 304 },
	refuses(400, 'request'),
	refuses(401, 'token'),
	refuses(403, 'planOrToken'),
	refuses(404, 'address', { ifLookedUp: 'number' }),
	refuses(422, 'number'),
	refuses(425, 'tooEarly'),
	refuses(429, 'limit', { headers: { 'retry-after': '0' } }),
	refuses(429, 'longLimit', { name: '429 for an hour', headers: { 'retry-after': '3600' } }),
	breaksDown(408, 'brokenDown'),
	breaksDown(503, 'brokenDown'),
	breaksDown(502, 'brokenDown', { name: '502 as a web page', kind: 'html', body: undefined }),
	breaksDown(501, 'otherBreakdown'),
];

/** Rows of the table that other tests hold: a network, a proxy, n8n's protection, a stop, and what an operation says. */
const ELSEWHERE = [
	...['notConnected', 'proxy', 'blocked', 'stopped', 'stoppedLater'],
	...['noneAvailable', 'plan', 'wrongPassword', 'unexpected'],
];

it('every row of the table of verdicts is met', () => {
	const met = FAULTS.flatMap(({ verdict, ifLookedUp }) => [verdict, ifLookedUp]).filter(Boolean);
	expect([...new Set([...met, ...ELSEWHERE])].sort()).toEqual(Object.keys(VERDICTS).sort());
});

let otherHost: Listening;
let strangers = 0;

beforeAll(async () => {
	const server = createServer((_, response) => {
		strangers++;
		response.end('{}');
	});
	otherHost = await listening(server);
});
afterAll(() => otherHost.close());

/** A fault, a kind of requests, and whether the fault stays. Only what is repeated tells that. */
type Cell = [fault: string, mode: 'lasting' | 'once', operation: string, Fault, Kind, VerdictName?];

const cells = [READS, SENDS, ADOPTS, COUNTS, PREPARES].flatMap((kind) =>
	FAULTS.flatMap((fault): Cell[] => {
		const verdict = (kind.looksUp && fault.ifLookedUp) || fault.verdict;
		const isRepeated = verdict && meaningOf(verdict, kind).isRepeated;
		const modes = isRepeated ? (['once', 'lasting'] as const) : (['lasting'] as const);
		return modes.map((mode) => [fault.name, mode, kind.operation, fault, kind, verdict]);
	}),
);

it.concurrent.each(cells)(
	'%s, %s: %s does nothing twice, and says what happened',
	async (_name, mode, _operation, fault, kind, verdict) => {
		await withSimulator(async (simulator) => {
			// What the table says of the fault is no part of it.
			const spec = { ...fault, name: undefined, verdict: undefined, ifLookedUp: undefined };
			const location = `${otherHost.url}/elsewhere?token=${TOKEN}`;
			simulator.fault({
				...spec,
				...(spec.kind === 'redirect' && { location }),
				method: kind.method,
				path: kind.path,
				times: mode === 'lasting' ? 'always' : 1,
			});

			const isRepeated = verdict !== undefined && meaningOf(verdict, kind).isRepeated;
			const recovers = isRepeated && mode === 'once';
			const fails = verdict !== undefined && !recovers;
			const timeout = verdict === 'tooLate' ? { timeout: IMPATIENT } : {};
			const result = await make(simulator, kind, simulator.baseUrl, {
				fails,
				options: { maxRetries: 1, ...timeout },
			});

			const attempts = isRepeated ? 2 : 1;
			const faults = recovers ? 1 : attempts;
			const acted = (fault.when === 'after' ? faults : 0) + (recovers ? 1 : 0);
			expect(simulator.stats.received[kind.counter]).toBe(attempts);
			expect(actedOn(simulator, kind)).toBe(acted);
			if (!kind.reads) expect(acted).toBeLessThanOrEqual(1);
			if (fails) expectFailure(result, verdict, kind, fault.status);
			else expect(result.items).toHaveLength(1);
		});
	},
);

it('no redirect is followed', () => {
	expect(strangers).toBe(0);
});
