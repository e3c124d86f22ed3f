import { LOOPBACK } from '../playground/src/ports';
import { startSimulator } from '../simulator';
import type { Break, BrokenTls } from '../test/support/brokenTls';
import { startBrokenTls } from '../test/support/brokenTls';
import type { Certificate } from '../test/support/certificates';
import type { Runner } from './runner';
import type { Section, TableRow } from './section';
import { atLeast, atMost } from './section';

const CONCURRENCY = 10;

/** Number of connections of which one breaks at each stage. A stage is a TLS record of either side. */
const EVERY = 100;

/** More stages than a connection has, and few enough that two connections in a row never break. */
const MOST_STAGES = 25;

/**
 * Sends messages over connections of which 1 % break at each TLS record, in the handshake and after it, and compares what
 * the node says of each message with what the service got.
 */
export async function failures(runner: Runner, messages: number): Promise<Section> {
	const simulator = await startSimulator({ historyLimit: messages * 2, requestLogLimit: 0 });
	let broken = 0;
	let relay: BrokenTls | undefined;

	const breakOf = (connection: number): Break | undefined => {
		const slot = connection % EVERY;
		const after = (slot * MOST_STAGES) / EVERY;
		if (!Number.isInteger(after) || after >= (relay?.records ?? 0)) return undefined;

		broken++;
		const turn = Math.floor(connection / EVERY);
		return { after, isReset: turn % 2 === 0, isInRecord: turn % 4 < 2 };
	};
	const start = async (certificate: Certificate) => {
		relay = await startBrokenTls({ ...certificate, service: simulator.port, breakOf });
		return `https://${LOOPBACK}:${relay.port}`;
	};

	try {
		const outcomes = await runner.sendTo(start, {
			who: 'package',
			items: messages,
			concurrency: CONCURRENCY,
		});

		const received = new Map<string, number>();
		for (const { text } of simulator.messages) received.set(text, (received.get(text) ?? 0) + 1);
		const rows = outcomes.map(({ text, status }) => ({ status, times: received.get(text) ?? 0 }));
		const count = (status: string, times?: number) => {
			const alike = rows.filter((row) => row.status === status);
			return alike.filter((row) => times === undefined || row.times === times).length;
		};

		const table = ['sent', 'possiblySent', 'notSent'].map(
			(status): TableRow => ({
				'the node says': status,
				messages: count(status),
				'received once': count(status, 1),
				'received never': count(status, 0),
			}),
		);
		const twice = rows.filter(({ times }) => times > 1).length;
		const untrue = count('sent', 0) + count('notSent', 1);

		return {
			tables: {
				[`${messages} messages, 1 % of the connections broken at each of ${relay?.records} TLS records`]:
					table,
			},
			targets: [
				atMost('messages received twice, broken connections', twice, 0),
				atMost('messages of which the node said what is not true', untrue, 0),
				atLeast('messages of which the node said something', rows.length, messages),
				atLeast('connections that broke', broken, messages / 20),
			],
		};
	} finally {
		relay?.stop();
		await simulator.stop();
	}
}
