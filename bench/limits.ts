import type { Rival, Row, Runner, Wanted } from './runner';
import type { Section, TableRow } from './section';
import { atLeast, atMost, isClear, withSpread } from './section';
import type { Middle } from './turns';
import { inTurns, middle } from './turns';

/** ms that the service takes for an answer. */
const LATENCY = 50;

/** How many are in flight, how many messages a run sends, and how close to the limit it must then come. */
const FLIGHTS = [
	{ inFlight: 1, part: 0.1, most: 1.05 },
	{ inFlight: 10, part: 1, most: 1.05 },
	{ inFlight: 50, part: 1, most: 1.15 },
];

/** ms between the starts of two batches of HTTP Request, at first. */
const FIRST_INTERVAL = 52;

/** Each of them, and once more without regard to what is in flight. */
interface Round {
	package: Row;
	/** Node.js alone: what the machine itself makes of the limit. */
	bare: Row;
	floor: Row;
	http: Row;
}

/** Measures the time of a batch against the limit, against n8n's helper, HTTP Request and Twilio's way. */
export async function limits(runner: Runner, messages: number): Promise<Section> {
	const table: TableRow[] = [];
	const targets = [];
	for (const { inFlight, part, most } of FLIGHTS) {
		const items = messages * part;
		const ratio = (rounds: Round[], who: keyof Round, to: keyof Round): Middle =>
			middle(rounds.map((round) => round[who].time / round[to].time));
		const targetsOf = (rounds: Round[]) => [
			atMost(`time / limit, ${inFlight} in flight`, ratio(rounds, 'package', 'bare'), most),
			atMost(
				`requests in flight, of ${inFlight}`,
				Math.max(...rounds.map((round) => round.package.mostInFlight)),
				inFlight,
			),
			atMost(`time / HTTP Request's, ${inFlight} in flight`, ratio(rounds, 'package', 'http'), 1),
		];
		const rounds = await runner.withRivals(async (start) => {
			const wanted = (who: Wanted['who']): Wanted => ({ who, items, inFlight, latency: LATENCY });
			return await inTurns<Round>(
				{
					package: start(wanted('package')),
					bare: start(wanted('bare')),
					floor: start(wanted('floor')),
					http: within(inFlight, start(wanted('httpRequest'))),
				},
				{ least: 6, most: 12, settled: (rounds) => targetsOf(rounds).every(isClear) },
			);
		});
		targets.push(...targetsOf(rounds));
		const limit = Math.ceil(items / inFlight) * LATENCY;
		table.push({
			'in flight': inFlight,
			messages: items,
			'package / limit': withSpread(ratio(rounds, 'package', 'bare'), 3),
			"n8n's helper alone / limit": withSpread(ratio(rounds, 'floor', 'bare'), 3),
			'HTTP Request / limit': withSpread(ratio(rounds, 'http', 'bare'), 3),
			'its interval (ms)': rounds[rounds.length - 1].http.batchInterval ?? '-',
			'limit / messages ÷ in flight × latency': withSpread(
				middle(rounds.map(({ bare }) => bare.time / limit)),
				3,
			),
		});
	}
	const oneByOne = await withoutRegard(runner, messages);
	return {
		tables: {
			[`time of a batch, ${LATENCY} ms latency`]: table,
			...oneByOne.tables,
		},
		targets: [...targets, ...oneByOne.targets],
	};
}

/**
 * HTTP Request spaces the starts of its batches, whatever became of the batch before: takes the shortest interval
 * with which it keeps to the limit in flight.
 */
function within(inFlight: number, http: Rival): Rival {
	let batchInterval = FIRST_INTERVAL;
	return async () => {
		for (;;) {
			const row = await http({ batchInterval });
			if (row.mostInFlight <= inFlight) return row;
			batchInterval = Math.ceil(batchInterval * 1.1);
		}
	};
}

/** Measures the ways of sending that know no limit in flight, or none but one. */
async function withoutRegard(runner: Runner, messages: number): Promise<Section> {
	const inFlight = 10;
	type Ways = { package: Row; http: Row; twilio: Row };
	const time = (row: Row) => row.time / row.items;
	const ratio = (rounds: Ways[]) =>
		middle(rounds.map((round) => time(round.twilio) / time(round.package)));
	const target = (rounds: Ways[]) => atLeast("Twilio's time / package's", ratio(rounds), 9);
	const rounds = await runner.withRivals(
		async (start) =>
			await inTurns<Ways>(
				{
					package: start({ who: 'package', items: messages / 2, inFlight, latency: LATENCY }),
					http: start({ who: 'httpRequest', items: messages / 2, inFlight, latency: LATENCY }),
					twilio: start({ who: 'twilio', items: messages / 20, inFlight: 1, latency: LATENCY }),
				},
				{ least: 3, most: 6, settled: (rounds) => isClear(target(rounds)) },
			),
	);
	const line = (who: string, rows: Row[]): TableRow => ({
		who,
		'ms a message': withSpread(middle(rows.map(time)), 1),
		'most in flight': Math.max(...rows.map(({ mostInFlight }) => mostInFlight)),
	});
	return {
		tables: {
			'without regard to the limit': [
				line(
					'package, 10 in flight',
					rounds.map((round) => round.package),
				),
				line(
					'HTTP Request, batches of 10',
					rounds.map((round) => round.http),
				),
				line(
					"Twilio's way, one after the other",
					rounds.map((round) => round.twilio),
				),
			],
		},
		targets: [target(rounds)],
	};
}
