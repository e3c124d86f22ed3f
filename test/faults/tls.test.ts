/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { LOOPBACK } from '../../playground/src/ports';
import type { Break, BrokenTls } from '../support/brokenTls';
import { startBrokenTls } from '../support/brokenTls';
import type { Certificate } from '../support/certificates';
import { makeCertificate, trust } from '../support/certificates';
import { CONTINUE, ONE_BY_ONE, outcomes, rows, send } from '../support/send';
import { simulated } from '../support/simulated';
import { describeWith } from './support/tools';

const service = simulated();

/** The ways in which a connection breaks at a record. */
const WAYS = [false, true].flatMap((isReset) =>
	[false, true].map((isInRecord) => ({ isReset, isInRecord })),
);

describeWith(['openssl'], 'a connection over TLS that breaks', () => {
	let folder: string;
	let certificate: Certificate;
	let distrust: () => void;

	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-tls-'));
		const made = await makeCertificate(folder, LOOPBACK);
		certificate = made;
		distrust = trust(await readFile(made.authority, 'utf8'));
	});

	afterAll(async () => {
		distrust();
		await rm(folder, { recursive: true, force: true });
	});

	/** Sends so many messages, one after the other and each once. */
	async function sendOver({ port }: BrokenTls, count: number) {
		const items = rows(count);
		const { json } = await send(service, {
			items,
			options: ONE_BY_ONE,
			credentials: { ...service.credentials(), baseUrl: `https://${LOOPBACK}:${port}` },
			node: CONTINUE,
		});
		return outcomes(json).map((status, index) => ({
			status,
			acted: service.texts().filter((text) => text === items[index].text).length,
		}));
	}

	it.each(['TLSv1.2', 'TLSv1.3'] as const)(
		'has sent nothing while the handshake lasts, and says afterwards that it may have (%s)',
		async (maxVersion) => {
			const breaks: Array<Break | undefined> = [undefined];
			const relay = await startBrokenTls({
				...certificate,
				service: service.simulator.port,
				maxVersion,
				breakOf: (connection) => breaks[connection],
			});

			expect(await sendOver(relay, 1)).toEqual([{ status: 'done', acted: 1 }]);

			const stages = Array.from({ length: relay.records }, (_, after) => after);
			for (const way of WAYS) {
				breaks.push(...stages.map((after) => ({ after, ...way })));
				service.simulator.reset();
				const seen = await sendOver(relay, stages.length);
				const statuses = seen.map(({ status }) => status);
				const known = seen.filter(({ status }) => status !== 'possibly sent');
				expect(known.map(({ acted }) => acted)).toEqual(
					known.map(({ status }) => (status === 'done' ? 1 : 0)),
				);
				expect(Math.max(...seen.map(({ acted }) => acted))).toBe(1);
				// What the client needs for the handshake is some records long; from then on the request may have left.
				const handshake = statuses.findIndex((status) => status !== 'failed');
				expect(handshake).toBeGreaterThan(3);
				expect(statuses.slice(handshake)).not.toContain('failed');
				expect(statuses[handshake]).toBe('possibly sent');
			}
			relay.stop();
		},
	);
});
