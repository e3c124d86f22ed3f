import { BEFORE } from './arguments';
import type { Profile } from './profile';
import type { Row, Runner, Wanted } from './runner';
import type { Section, TableRow } from './section';
import { atMost, isClear, round, withSpread } from './section';
import type { Middle } from './turns';
import { inTurns, middle } from './turns';

const CONCURRENCY = 10;

const NAMES = {
	package: 'package',
	before: 'package before',
	dryRun: 'its Dry Run',
	floor: "n8n's helper alone",
	httpRequest: 'HTTP Request',
	bare: 'Node.js alone',
	keepAlive: 'Node.js with keep-alive',
};
type Sender = keyof typeof NAMES;

type Round = Record<Sender | 'empty', Row>;

/** A way to the service, and what is measured on it. */
interface Way extends Pick<Wanted, 'roundTrip'> {
	senders: Sender[];
	/** Target: the package's processor time / HTTP Request's. */
	most: number;
}

const EARLIER: Sender[] = BEFORE ? ['before'] : [];

const HTTP: Way = {
	senders: ['package', ...EARLIER, 'dryRun', 'floor', 'httpRequest'],
	most: 0.8,
};

/** Over TLS both need the same handshakes of n8n, Node.js and OpenSSL, so the ratio is nearer to 1. */
const HTTPS: Way = {
	roundTrip: 0,
	senders: ['package', ...EARLIER, 'floor', 'httpRequest', 'bare', 'keepAlive'],
	most: 0.92,
};

/**
 * Measures the processor time of a message, and shows by a profile where it goes. Unlike the time of the
 * clock, it does not include what other programs do meanwhile.
 */
export async function cost(runner: Runner, messages: number): Promise<Section> {
	return await costBy(HTTP, runner, messages);
}

/** Measures the same over TLS. */
export async function costOverTls(runner: Runner, messages: number): Promise<Section> {
	return await costBy(HTTPS, runner, messages);
}

async function costBy(
	{ senders, most, roundTrip }: Way,
	runner: Runner,
	messages: number,
): Promise<Section> {
	const where = roundTrip === undefined ? '' : ', https';
	const wanted = (who: Wanted['who']): Wanted => ({
		who,
		items: messages,
		concurrency: CONCURRENCY,
		latency: 0,
		roundTrip,
		warmUp: messages / 2,
	});

	const time = (round: Round, who: Sender) => (round[who].cpu - round.empty.cpu) / messages;
	const ratio = (rounds: Round[], who: Sender, to: Sender): Middle =>
		middle(rounds.map((round) => time(round, who) / time(round, to)));
	const targets = (rounds: Round[]) => [
		atMost(
			`processor time / HTTP Request's${where}`,
			ratio(rounds, 'package', 'httpRequest'),
			most,
		),
		...(senders.includes('dryRun')
			? [atMost('of a Dry Run / of sending', ratio(rounds, 'dryRun', 'package'), 0.25)]
			: []),
	];

	// V8 drops compiled code after a while, so a short run, or one after a wait, would measure the compiler.
	const measured = (who: Wanted['who']) => async () => await runner.once(wanted(who));
	const rivals = Object.fromEntries(
		[...senders, 'empty' as const].map((who) => [who, measured(who)]),
	) as { [Name in keyof Round]: () => Promise<Row> };
	const settled = (rounds: Round[]) => targets(rounds).every(isClear);

	const rounds = await inTurns<Round>(rivals, { least: 6, most: 10, settled });

	const line = (who: Sender): TableRow => ({
		who: NAMES[who],
		µs: withSpread(middle(rounds.map((round) => time(round, who)))),
		"/ n8n's helper alone": withSpread(ratio(rounds, who, 'floor'), 2),
		'/ HTTP Request': withSpread(ratio(rounds, who, 'httpRequest'), 2),
	});
	const profiled: Record<string, Row> = {};
	for (const who of senders) {
		profiled[NAMES[who]] = await runner.once({ ...wanted(who), profiled: true });
	}

	return {
		tables: {
			[`processor time of a message, of ${messages}${where}`]: senders.map(line),
			[`where it goes, in µs of the main thread${where}`]: profiles(messages, profiled),
		},
		targets: targets(rounds),
	};
}

/** Returns a line for each part of the program, the most expensive part first, and one for all of them. */
function profiles(messages: number, rows: Record<string, Row>): TableRow[] {
	const senders = Object.entries(rows).map(([name, { profile = {} as Profile }]) => ({
		name,
		profile,
	}));
	const line = (part: string, timeOf: (profile: Profile) => number): TableRow => ({
		part,
		...Object.fromEntries(
			senders.map(({ name, profile }) => [name, round(timeOf(profile) / messages, 1)]),
		),
	});

	const most = (part: string) => Math.max(...senders.map(({ profile }) => profile[part] ?? 0));
	const parts = new Set(senders.flatMap(({ profile }) => Object.keys(profile)));
	const sorted = [...parts].sort((a, b) => most(b) - most(a));

	return [
		...sorted.map((part) => line(part, (times) => times[part] ?? 0)),
		line('all', (times) => Object.values(times).reduce((sum, time) => sum + time, 0)),
	];
}
