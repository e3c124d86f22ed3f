/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import tls from 'node:tls';

import type { VerdictName } from '../../nodes/MessagingService/errors/verdicts';
import { DOMAIN, trustCertificates } from '../support/certificates';
import { nextTurn } from '../support/clock';
import { stoppable } from '../support/observed';
import type { Sending } from '../support/send';
import { names, resolveNames, useWays, WAY } from './support/network';
import {
	actedOn,
	expectFailure,
	IMPATIENT,
	make,
	meaningOf,
	READS,
	SENDS,
	withSimulator,
} from './support/tried';

/** What stands or fails between n8n and the service. */
type Way = [
	name: string,
	scheme: 'http' | 'https',
	/** Addresses to which the service's name leads. */
	at: string[],
	/** Its row in the table of verdicts; undefined where the item is done all the same. */
	verdict?: VerdictName,
	more?: {
		/** Whether a request hangs until it runs out of time. */
		hangs?: true;
		/** Whether the service carries it out, although it goes wrong. */
		acts?: true;
	},
];

const WAYS: Way[] = [
	['nobody knows the name', 'http', [], 'notConnected'],
	['nothing listens', 'http', [WAY.refused], 'notConnected'],
	['the network cannot be reached', 'http', [WAY.unreachable], 'notConnected'],
	['two addresses, both down', 'http', [WAY.refused, WAY.alsoRefused], 'notConnected'],
	['IPv6 and IPv4, both down', 'http', ['::1', WAY.refused], 'notConnected'],
	['two addresses, down and out of reach', 'http', [WAY.unreachable, WAY.refused], 'notConnected'],
	['two addresses, the first down', 'http', [WAY.refused, WAY.plain]],
	['two addresses, the first out of reach', 'https', [WAY.unreachable, WAY.good]],
	['a connection that never comes about', 'http', [WAY.full], 'notConnected', { hangs: true }],
	['the same over TLS', 'https', [WAY.full], 'notConnected', { hangs: true }],
	['closed without an answer', 'http', [WAY.closedAtFirstBytes], 'lost'],
	['reset without an answer', 'http', [WAY.resetAtFirstBytes], 'lost'],

	['TLS', 'https', [WAY.good]],
	['a certificate by an unknown authority', 'https', [WAY.untrusted], 'notConnected'],
	['an expired certificate', 'https', [WAY.expired], 'notConnected'],
	['a certificate for another name', 'https', [WAY.wrongName], 'notConnected'],
	['TLS to a server that speaks plain HTTP', 'https', [WAY.plain], 'notConnected'],
	['a TLS handshake that is reset', 'https', [WAY.resetAtFirstBytes], 'notConnected'],
	['a TLS handshake that is closed', 'https', [WAY.closedAtFirstBytes], 'notConnected'],
	// What ends it is our own time limit, which knows nothing of TLS.
	['a TLS handshake that never ends', 'https', [WAY.silent], 'notConnected', { hangs: true }],
	['TLS that turns to noise as it answers', 'https', [WAY.noisyAnswer], 'lost', { acts: true }],
	['TLS that is reset as it answers', 'https', [WAY.brokenAnswer], 'lost', { acts: true }],
];

resolveNames();
trustCertificates();

const port = useWays();

const cells = WAYS.flatMap((way) =>
	[READS, SENDS].map((kind) => [way[0], kind.operation, way, kind] as const),
);

it.concurrent.each(cells)(
	'%s: %s does nothing twice, loses nothing and says what happened',
	async (_name, _operation, [name, scheme, at, verdict, { hangs, acts } = {}], kind) => {
		await withSimulator(async (simulator) => {
			const host = `service-${simulator.port}.${DOMAIN}`;
			const run = async (sending: Sending) =>
				await make(simulator, kind, `${scheme}://${host}:${port()}`, {
					workflowId: name,
					...sending,
				});

			let attempts = 0;
			names.set(host, () => {
				attempts++;
				return at;
			});
			const options = { maxRetries: 1, ...(hangs && { timeout: IMPATIENT }) };
			const result = await run({ options, fails: verdict !== undefined });
			const acted = actedOn(simulator, kind);
			expect(attempts).toBe(verdict && meaningOf(verdict, kind).isRepeated ? 2 : 1);
			expect(acted).toBe(acts || !verdict ? attempts : 0);
			if (verdict) expectFailure(result, verdict, kind);
			if (verdict && scheme === 'https') expect(result.error.description).toMatch('certificate');

			// What never left is done by another run; what may have been done is not done again.
			names.set(host, () => [scheme === 'https' ? WAY.good : WAY.plain]);
			const [{ skipped = false }] = (await run({})).json;
			const isInDoubt = verdict && meaningOf(verdict, kind).isInDoubt;
			expect(skipped).toBe(isInDoubt ?? kind === SENDS);
			expect(actedOn(simulator, kind)).toBe(acted + (skipped ? 0 : 1));
		});
	},
);

it.each([
	['http', WAY.full],
	['https', WAY.full],
	['https', WAY.silent],
])(
	'stopping an execution while its connection is made, or secured, sends nothing, and the next run sends: %s, %s',
	async (scheme, way) => {
		await withSimulator(async (simulator) => {
			const host = `service-${simulator.port}.${DOMAIN}`;
			let isConnecting = false;
			names.set(host, () => {
				isConnecting = true;
				return [way];
			});
			const { options, stop } = stoppable();
			const baseUrl = `${scheme}://${host}:${port()}`;
			const workflowId = `${scheme} ${way}`;
			const running = make(simulator, SENDS, baseUrl, { workflowId, ...options });
			while (!isConnecting) await nextTurn();
			// From the address to the first steps towards it.
			for (let turn = 0; turn < 50; turn++) await nextTurn();
			expect(await stop()).toMatch(/^The execution was stopped/);
			await running;

			await make(simulator, SENDS, simulator.baseUrl, { workflowId });
			expect(actedOn(simulator, SENDS)).toBe(1);
		});
	},
);

it('an answer that is lost is in doubt also where nobody checks the certificate', async () => {
	const connect = tls.connect;
	const unchecked = ((options: tls.ConnectionOptions) =>
		connect({ ...options, rejectUnauthorized: false })) as typeof connect;
	const spy = jest.spyOn(tls, 'connect').mockImplementation(unchecked);
	await withSimulator(async (simulator) => {
		const host = `service-${simulator.port}.${DOMAIN}`;
		names.set(host, () => [WAY.untrusted]);
		simulator.fault({ kind: 'reset', when: 'after' });
		const result = await make(simulator, SENDS, `https://${host}:${port()}`, { fails: true });
		expectFailure(result, 'lost', SENDS);
		expect(actedOn(simulator, SENDS)).toBe(1);
	}).finally(() => spy.mockRestore());
});
