import type { Rival, Row, Runner, Wanted } from './runner';
import type { Section, TableRow, Target } from './section';
import { atLeast, atMost, isClear, together, withSpread } from './section';
import type { Middle } from './turns';
import { inTurns, middle } from './turns';

/** How many requests run at the same time, and how many answers each of these places gets in a run, one after the other. */
const CASES = [
	{ concurrency: 1, answers: 40 },
	{ concurrency: 10, answers: 40 },
	{ concurrency: 50, answers: 20 },
] as const;

/** A way to the service, and its targets. */
interface Way {
	/** ms to the service and back, over TLS; undefined for plain http on this machine. */
	roundTrip?: number;
	/** Time of a batch / limit, by the number of requests at the same time. */
	most: Record<(typeof CASES)[number]['concurrency'], number>;
}

const HTTP: Way = { most: { 1: 1.05, 10: 1.05, 50: 1.15 } };

const HTTPS: Way[] = [20, 80].map((roundTrip) => ({
	roundTrip,
	most: { 1: 1.05, 10: 1.08, 50: 1.15 },
}));

/** A slower service gives each place fewer answers, but at least so many. */
const FEWEST_ANSWERS = 20;

/** Bounds of the time of a request, in ms. */
const SHORTEST = 50;
const LONGEST = 500;

/** Round trips of a request over TLS: for its connection, for the handshake, and for the request itself. */
const ROUND_TRIPS = 3;

/**
 * How many messages n8n's helper can prepare, at least, in the time that the service takes for an answer. The service
 * is slower on a slow or busy machine, so the target asks the same of every machine.
 */
const PREPARED = 160;

/** Interval between HTTP Request's batches / time of a request, at first. */
const FIRST_INTERVAL = 1.04;

/** The interval is multiplied by this while it is too short. */
const LONGER_INTERVAL = 1.08;

type Names = 'package' | 'bare' | 'keepAlive' | 'floor' | 'http' | 'twilio';
type Rivals = Record<Names, Rival>;
type Round = Record<Exclude<Names, 'twilio'>, Row>;

/** Messages to send, and the way to the service. */
type Batch = Required<Pick<Wanted, 'items' | 'concurrency' | 'latency'>> &
	Pick<Wanted, 'roundTrip'>;

/**
 * Measures the time of a batch against the limit, against n8n's helper, HTTP Request and Twilio's way. The limit is
 * messages ÷ requests at the same time × the time of a request, as Node.js alone comes to it in the same round on the same
 * machine.
 * @param part of the full measure that is taken, up to 1
 */
export async function limits(runner: Runner, part: number): Promise<Section> {
	return await limitsBy(HTTP, runner, part);
}

/** Measures the same over TLS, from some distances. */
export async function limitsOverTls(runner: Runner, part: number): Promise<Section> {
	const sections: Section[] = [];
	for (const way of HTTPS) sections.push(await limitsBy(way, runner, part));
	return together(sections);
}

async function limitsBy({ roundTrip, most }: Way, runner: Runner, part: number): Promise<Section> {
	return await runner.withRivals(async (start) => {
		const rival = (who: Wanted['who']) =>
			start({ who, items: 1, concurrency: 1, latency: 0, roundTrip });
		const rivals: Rivals = {
			package: rival('package'),
			bare: rival('bare'),
			keepAlive: rival('keepAlive'),
			floor: rival('floor'),
			http: rival('httpRequest'),
			twilio: rival('twilio'),
		};
		const { latency, calibration } = await latencyFor(rivals.floor, roundTrip);

		const table: TableRow[] = [];
		const targets: Target[] = [];
		for (const { concurrency, answers } of CASES) {
			const time = timeOf({ latency, roundTrip });
			const scaled = Math.round((part * answers * SHORTEST) / time);
			const items = Math.max(scaled, FEWEST_ANSWERS) * concurrency;
			const batch = { items, concurrency, latency, roundTrip };

			const measured = await measureCase(rivals, batch, most[concurrency]);
			table.push(measured.row);
			targets.push(...measured.targets);
		}

		const unlimited = await unlimitedBy(rivals, {
			items: 500,
			concurrency: 10,
			latency,
			roundTrip,
		});
		const tables = {
			[`time of a batch, ${latency} ms latency`]: table,
			'where that latency is from': [calibration],
			...unlimited.tables,
		};
		return named({ tables, targets: [...targets, ...unlimited.targets] }, roundTrip);
	});
}

/** Returns a section whose titles name the way to the service. */
function named({ tables, targets }: Section, roundTrip?: number): Section {
	if (roundTrip === undefined) return { tables, targets };

	const where = `, https, ${roundTrip} ms away`;
	return {
		tables: Object.fromEntries(
			Object.entries(tables).map(([title, rows]) => [`${title}${where}`, rows]),
		),
		targets: targets.map((target) => ({ ...target, measure: `${target.measure}${where}` })),
	};
}

/** Returns the time, in ms, that the service and the distance take for one request. */
const timeOf = ({ latency, roundTrip = 0 }: Pick<Batch, 'latency' | 'roundTrip'>) =>
	latency + ROUND_TRIPS * roundTrip;

/** Returns the latency with which the helper prepares so many messages as it should meanwhile. */
async function latencyFor(
	floor: Rival,
	roundTrip?: number,
): Promise<{ latency: number; calibration: TableRow }> {
	const near = { items: 500, concurrency: 10, latency: 0, roundTrip: roundTrip && 0 };
	const rounds = await inTurns({ floor: async () => await floor(near) }, { least: 7 });
	const helper = middle(rounds.map((round) => round.floor.time / near.items));

	// The time of a request grows in steps of a tenth of the shortest.
	const scaled = Math.ceil((helper.value * PREPARED * 10) / SHORTEST) * (SHORTEST / 10);
	const wanted = Math.min(Math.max(scaled, SHORTEST), LONGEST);
	const latency = Math.max(wanted - timeOf({ latency: 0, roundTrip }), 0);

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
	wanted: Batch,
	most: number,
): Promise<{ row: TableRow; targets: Target[] }> {
	const { items, concurrency } = wanted;
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
			keepAlive: async () => await rivals.keepAlive(wanted),
			floor: async () => await rivals.floor(wanted),
			http: within(rivals.http, wanted),
		},
		{ least: 6, most: 12, settled: (rounds) => targetsOf(rounds).every(isClear) },
	);

	const mostConcurrent = Math.max(...rounds.map((round) => round.package.mostConcurrent));
	const computed = (items / concurrency) * timeOf(wanted);
	return {
		row: {
			'at the same time': concurrency,
			messages: items,
			'package / limit': withSpread(ratio(rounds, 'package'), 3),
			"n8n's helper alone / limit": withSpread(ratio(rounds, 'floor'), 3),
			'HTTP Request / limit': withSpread(ratio(rounds, 'http'), 3),
			'its interval (ms)': rounds[rounds.length - 1].http.batchInterval ?? '-',
			'Node.js with keep-alive / limit': withSpread(ratio(rounds, 'keepAlive'), 3),
			'limit / (messages ÷ requests × their time)': withSpread(
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
 * Returns a run of HTTP Request with the shortest interval that keeps it to the limit of requests at the same time: it
 * starts each batch after an interval, even if the batch before has not ended.
 */
function within(http: Rival, wanted: Batch): () => Promise<Row> {
	let batchInterval = Math.ceil(timeOf(wanted) * FIRST_INTERVAL);
	return async () => {
		for (;;) {
			const row = await http({ ...wanted, batchInterval });
			if (row.mostConcurrent <= wanted.concurrency) return row;
			batchInterval = Math.ceil(batchInterval * LONGER_INTERVAL);
		}
	};
}

/** Measures HTTP Request as fast as it can, and Twilio's way, which is one after the other. */
async function unlimitedBy(rivals: Rivals, batch: Batch): Promise<Section> {
	type Ways = Record<'package' | 'http' | 'twilio', Row>;
	const time = (row: Row) => row.time / row.items;
	const target = (rounds: Ways[]) =>
		atLeast(
			"Twilio's time / package's, 10 at the same time",
			middle(rounds.map((round) => time(round.twilio) / time(round.package))),
			9,
		);

	const rounds = await inTurns<Ways>(
		{
			package: async () => await rivals.package(batch),
			http: async () => await rivals.http({ ...batch, batchInterval: 1 }),
			twilio: async () =>
				await rivals.twilio({ ...batch, items: batch.items / 10, concurrency: 1 }),
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
