import type { Profile } from './profile';
import type { Row, Runner, Wanted } from './runner';
import type { Section, TableRow } from './section';
import { atMost, isClear, round, withSpread } from './section';
import type { Middle } from './turns';
import { inTurns, middle } from './turns';

const CONCURRENCY = 10;

/** Messages that each process sends before it is measured. */
const WARM_UP = 10_000;

const NAMES = {
	package: 'package',
	dryRun: 'its Dry Run',
	floor: "n8n's helper alone",
	httpRequest: 'HTTP Request',
};
type Sender = keyof typeof NAMES;
const SENDERS = Object.entries(NAMES) as Array<[Sender, string]>;

type Round = Record<Sender | 'empty', Row>;

/**
 * Measures the processor time of a message, and shows by a profile where it goes. Unlike the time of the
 * clock, it leaves out what other programs do meanwhile.
 */
export async function cost(runner: Runner, messages: number): Promise<Section> {
	const wanted = (who: Wanted['who']): Wanted => ({
		who,
		items: messages,
		concurrency: CONCURRENCY,
		latency: 0,
		warmUp: WARM_UP,
	});
	const time = (round: Round, who: Sender) => (round[who].cpu - round.empty.cpu) / messages;
	const ratio = (rounds: Round[], who: Sender, to: Sender): Middle =>
		middle(rounds.map((round) => time(round, who) / time(round, to)));
	const targets = (rounds: Round[]) => [
		atMost("processor time / HTTP Request's", ratio(rounds, 'package', 'httpRequest'), 0.8),
		atMost('of a Dry Run / of sending', ratio(rounds, 'dryRun', 'package'), 0.25),
	];

	// V8 sometimes drops compiled code: a short run, or one after a wait, would measure how V8 compiles it again.
	const measured = (who: Wanted['who']) => async () => await runner.once(wanted(who));
	const rivals = {
		package: measured('package'),
		dryRun: measured('dryRun'),
		floor: measured('floor'),
		httpRequest: measured('httpRequest'),
		empty: measured('empty'),
	};
	const settled = (rounds: Round[]) => targets(rounds).every(isClear);
	const rounds = await inTurns<Round>(rivals, { least: 6, most: 10, settled });
	const line = ([who, name]: [Sender, string]): TableRow => ({
		who: name,
		µs: withSpread(middle(rounds.map((round) => time(round, who)))),
		"/ n8n's helper alone": withSpread(ratio(rounds, who, 'floor'), 2),
		'/ HTTP Request': withSpread(ratio(rounds, who, 'httpRequest'), 2),
	});
	const profiled: Record<string, Row> = {};
	for (const [who, name] of SENDERS) {
		profiled[name] = await runner.once({ ...wanted(who), profiled: true });
	}
	return {
		tables: {
			[`processor time of a message, of ${messages}`]: SENDERS.map(line),
			'where it goes, in µs of the main thread': profiles(messages, profiled),
		},
		targets: targets(rounds),
	};
}

function profiles(messages: number, rows: Record<string, Row>): TableRow[] {
	const who = Object.entries(rows).map(([name, { profile = {} as Profile }]) => ({
		name,
		profile,
	}));
	const parts = [...new Set(who.flatMap(({ profile }) => Object.keys(profile)))];
	const line = (part: string, timeOf: (profile: Profile) => number): TableRow => ({
		part,
		...Object.fromEntries(
			who.map(({ name, profile }) => [name, round(timeOf(profile) / messages, 1)]),
		),
	});
	const most = (part: string) => Math.max(...who.map(({ profile }) => profile[part] ?? 0));
	return [
		...parts
			.sort((a, b) => most(b) - most(a))
			.map((part) => line(part, (times) => times[part] ?? 0)),
		line('all', (times) => Object.values(times).reduce((sum, time) => sum + time, 0)),
	];
}
