import { atMost, type Figure, inWords, isClear } from './figures';
import type { Measurement } from './measure';
import type { Runner, Wanted } from './runner';
import { inTurns, middle } from './turns';

/** Targets: processor time of a message / HTTP Request's, and of a dry run / of sending. */
const MOST = 1;
const MOST_DRY = 0.25;

type Sender = 'package' | 'dryRun' | 'httpRequest';
type Round = Record<Sender | 'empty', Measurement>;

/**
 * Measures the processor time of a message, without that of n8n itself: an execution with a node that does nothing is
 * subtracted. Unlike the time of the clock, it does not include what other programs do meanwhile.
 */
export async function processor(runner: Runner, messages: number): Promise<Figure[]> {
	const time = (round: Round, who: Sender) => (round[who].cpu - round.empty.cpu) / messages;
	const figure = (rounds: Round[], what: string, most: number, who: Sender, to: Sender) => {
		const µs = (sender: Sender) => inWords(middle(rounds.map((round) => time(round, sender))));
		return atMost(
			`processor time of ${what}`,
			most,
			middle(rounds.map((round) => time(round, who) / time(round, to))),
			`of ${messages} messages: ${who} ${µs(who)} µs, ${to} ${µs(to)} µs each`,
		);
	};
	const figures = (rounds: Round[]) => [
		figure(rounds, "a message / HTTP Request's", MOST, 'package', 'httpRequest'),
		figure(rounds, 'a dry run / of sending', MOST_DRY, 'dryRun', 'package'),
	];

	// V8 drops compiled code after a while, so each run has a process that has just been warmed up.
	const measured = (who: Wanted['who']) => async () =>
		await runner.once({ who, items: messages, concurrency: 10, warmUp: messages / 2 });
	const rounds = await inTurns<Round>(
		{
			package: measured('package'),
			dryRun: measured('dryRun'),
			httpRequest: measured('httpRequest'),
			empty: measured('empty'),
		},
		{ least: 6, most: 10, settled: (all) => figures(all).every(isClear) },
	);
	return figures(rounds);
}
