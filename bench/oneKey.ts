import { atMost, type Figure, inWords, isClear } from './figures';
import { type Database, RealN8n } from './realN8n';
import { inTurns, middle } from './turns';

/** Keys that one execution uses, before anything is measured. */
const KEYS_OF_A_RUN = 10_000;

/** Messages that each way sends in a round, each in an execution of its own. */
const MESSAGES = 20;

/** The ways that are compared. */
type Way = 'without' | 'removeDuplicates' | 'withKey';

/** ms that a message takes, by its way. */
type Round = Record<Way, number>;

/**
 * Measures one message with a key, each in an execution of its own in real n8n, beside n8n's own Remove Duplicates with
 * the same history: from the call of a webhook to its answer once the workflow has ended. A service answers at once.
 * @param histories numbers of keys that the node has used before
 */
export async function oneKey(
	print: (line: string) => void,
	databases: Database[],
	histories: number[],
): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const database of databases) {
		const compared = await RealN8n.with(database, async (n8n) => {
			const ofDatabase: Figure[] = [];
			for (const used of histories) ofDatabase.push(await compare(n8n, database, used, print));
			return ofDatabase;
		});
		figures.push(...compared);
	}
	return figures;
}

/** Measures the ways in turns, once each has used so many keys. */
async function compare(
	n8n: RealN8n,
	database: Database,
	used: number,
	print: (line: string) => void,
): Promise<Figure> {
	const start = async (way: Way) => {
		const sender = await n8n.sender(way);
		const recorded = way === 'without' ? 0 : used;
		for (let sent = 0; sent < recorded; sent += KEYS_OF_A_RUN) {
			await sender.send(Math.min(KEYS_OF_A_RUN, recorded - sent));
		}
		print(`  ${database}, ${way}: ${recorded} keys are used`);
		return async () => await sender.timeOf(MESSAGES);
	};

	const figure = (rounds: Round[]) => {
		const ms = (way: Way) => inWords(middle(rounds.map((round) => round[way])), 1);
		return atMost(
			`one message with a key / behind Remove Duplicates, ${used} keys used, ${database}`,
			1.2,
			middle(rounds.map(({ withKey, removeDuplicates }) => withKey / removeDuplicates)),
			`with ${ms('withKey')} ms, Remove Duplicates ${ms('removeDuplicates')} ms, without ${ms('without')} ms`,
		);
	};
	const ways = {
		without: await start('without'),
		removeDuplicates: await start('removeDuplicates'),
		withKey: await start('withKey'),
	};
	const settled = (all: Round[]) => isClear(figure(all));
	return figure(await inTurns<Round>(ways, { least: 7, most: 15, settled }));
}
