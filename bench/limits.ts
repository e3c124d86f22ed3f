import type { Rival, Row, Runner, Wanted } from './runner';
import type { Section, TableRow, Target } from './section';
import { atLeast, atMost, isClear, withSpread } from './section';
import type { Middle } from './turns';
import { inTurns, middle } from './turns';

/**
 * How many run at the same time, how often each of these places is answered in a run, and how close to the limit the batch
 * must then come.
 */
const CASES = [
	{ concurrency: 1, answers: 40, most: 1.05 },
	{ concurrency: 10, answers: 40, most: 1.05 },
	{ concurrency: 50, answers: 20, most: 1.15 },
];

/** With a slower service each place is answered less often, but at least so often. */
const FEWEST_ANSWERS = 20;

/** ms that the service takes for an answer, at least and at most. */
const LATENCY = 50;
const LONGEST_LATENCY = 500;

/**
 * How many messages n8n's helper can prepare while the service takes for an answer, at least. On a slow or
 * busy machine the service is slower too, so the target asks the same of every machine.
 */
const PREPARED = 160;

/** Part of the latency by which HTTP Request's batches are apart at first, and by which that grows. */
const FIRST_INTERVAL = 1.04;
const LONGER_INTERVAL = 1.08;

type Names = 'package' | 'bare' | 'floor' | 'http' | 'twilio';
type Rivals = Record<Names, Rival>;
type Round = Record<Exclude<Names, 'twilio'>, Row>;

/**
 * Measures the time of a batch against the limit, against n8n's helper, HTTP Request and Twilio's way. The limit is
 * messages ÷ requests at the same time × latency, as Node.js alone comes to it in the same round on the same machine.
 * @param part of the full measure that is taken, up to 1
 */
export async function limits(runner: Runner, part: number): Promise<Section> {
	return await runner.withRivals(async (start) => {
		const rival = (who: Wanted['who']) => start({ who, items: 1, concurrency: 1, latency: 0 });
		const rivals: Rivals = {
			package: rival('package'),
			bare: rival('bare'),
			floor: rival('floor'),
			http: rival('httpRequest'),
			twilio: rival('twilio'),
		};
		const { latency, calibration } = await latencyFor(rivals.floor);
		const table: TableRow[] = [];
		const targets: Target[] = [];
		for (const { concurrency, most, answers } of CASES) {
			const scaled = Math.round((part * answers * LATENCY) / latency);
			const items = Math.max(scaled, FEWEST_ANSWERS) * concurrency;
			const measured = await measureCase(rivals, { items, concurrency, latency }, most);
			table.push(measured.row);
			targets.push(...measured.targets);
		}
		const ways = await withoutRegard(rivals, latency);
		return {
			tables: {
				[`time of a batch, ${latency} ms latency`]: table,
				'where that latency is from': [calibration],
				...ways.tables,
			},
			targets: [...targets, ...ways.targets],
		};
	});
}

async function latencyFor(floor: Rival): Promise<{ latency: number; calibration: TableRow }> {
	const items = 500;
	const rounds = await inTurns(
		{ floor: async () => await floor({ items, concurrency: 10, latency: 0 }) },
		{ least: 7 },
	);
	const helper = middle(rounds.map((round) => round.floor.time / items));
	// In steps of a tenth.
	const scaled = Math.ceil((helper.value * PREPARED * 10) / LATENCY) * (LATENCY / 10);
	const latency = Math.min(Math.max(scaled, LATENCY), LONGEST_LATENCY);
	return {
		latency,
		calibration: {
			"n8n's helper alone, without latency (ms a message)": withSpread(helper, 2),
			'latency (ms)': latency,
		},
	};
}

async function measureCase(
	rivals: Rivals,
	wanted: { items: number; concurrency: number; latency: number },
	most: number,
): Promise<{ row: TableRow; targets: Target[] }> {
	const { items, concurrency, latency } = wanted;
	const ratio = (rounds: Round[], who: keyof Round, to: keyof Round = 'bare'): Middle =>
		middle(rounds.map((round) => round[who].time / round[to].time));
	const targetsOf = (rounds: Round[]) => [
		atMost(`time / limit, ${concurrency} at the same time`, ratio(rounds, 'package'), most),
		atMost(
			`time / HTTP Request's, ${concurrency} at the same time`,
			ratio(rounds, 'package', 'http'),
			1,
		),
	];
	const rounds = await inTurns<Round>(
		{
			package: async () => await rivals.package(wanted),
			bare: async () => await rivals.bare(wanted),
			floor: async () => await rivals.floor(wanted),
			http: within(rivals.http, wanted),
		},
		{ least: 6, most: 12, settled: (rounds) => targetsOf(rounds).every(isClear) },
	);
	const mostConcurrent = Math.max(...rounds.map((round) => round.package.mostConcurrent));
	const computed = (items / concurrency) * latency;
	return {
		row: {
			'at the same time': concurrency,
			messages: items,
			'package / limit': withSpread(ratio(rounds, 'package'), 3),
			"n8n's helper alone / limit": withSpread(ratio(rounds, 'floor'), 3),
			'HTTP Request / limit': withSpread(ratio(rounds, 'http'), 3),
			'its interval (ms)': rounds[rounds.length - 1].http.batchInterval ?? '-',
			'limit / (messages ÷ requests × latency)': withSpread(
				middle(rounds.map(({ bare }) => bare.time / computed)),
				3,
			),
		},
		targets: [
			...targetsOf(rounds),
			atMost(`requests at the same time, of ${concurrency}`, mostConcurrent, concurrency),
		],
	};
}

/**
 * HTTP Request starts each batch after an interval, even if the batch before has not ended. Takes the shortest interval
 * with which it keeps to the limit of requests at the same time.
 */
function within(
	http: Rival,
	wanted: { items: number; concurrency: number; latency: number },
): () => Promise<Row> {
	let batchInterval = Math.ceil(wanted.latency * FIRST_INTERVAL);
	return async () => {
		for (;;) {
			const row = await http({ ...wanted, batchInterval });
			if (row.mostConcurrent <= wanted.concurrency) return row;
			batchInterval = Math.ceil(batchInterval * LONGER_INTERVAL);
		}
	};
}

/** Measures HTTP Request as fast as it can, and Twilio's way, which is one after the other. */
async function withoutRegard(rivals: Rivals, latency: number): Promise<Section> {
	type Ways = Record<'package' | 'http' | 'twilio', Row>;
	const time = (row: Row) => row.time / row.items;
	const target = (rounds: Ways[]) =>
		atLeast(
			"Twilio's time / package's, 10 at the same time",
			middle(rounds.map((round) => time(round.twilio) / time(round.package))),
			9,
		);
	const batch = { items: 50 * 10, concurrency: 10, latency };
	const rounds = await inTurns<Ways>(
		{
			package: async () => await rivals.package(batch),
			http: async () => await rivals.http({ ...batch, batchInterval: 1 }),
			twilio: async () => await rivals.twilio({ items: 50, concurrency: 1, latency }),
		},
		{ least: 3, most: 6, settled: (rounds) => isClear(target(rounds)) },
	);
	const line = (who: string, of: (round: Ways) => Row): TableRow => ({
		who,
		'ms a message': withSpread(middle(rounds.map((round) => time(of(round)))), 1),
		'most at the same time': Math.max(...rounds.map((round) => of(round).mostConcurrent)),
	});
	return {
		tables: {
			'without regard to the limit': [
				line('package, 10 at the same time', (round) => round.package),
				line('HTTP Request, batches of 10', (round) => round.http),
				line("Twilio's way, one after the other", (round) => round.twilio),
			],
		},
		targets: [target(rounds)],
	};
}
