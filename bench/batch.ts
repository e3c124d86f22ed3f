import { atMost, type Figure, inWords, isClear } from './figures';
import { RealN8n } from './realN8n';
import { inTurns, middle } from './turns';

type Way = 'httpRequest' | 'without' | 'withKey';

/** What a batch took, in ms. */
interface Cost {
	time: number;
	processor: number;
}

type Round = Record<Way, Cost>;

/** Targets: what a batch takes / what HTTP Request takes for it. */
const MOST = { without: 0.65, withKey: 0.7 };

/**
 * Measures a batch in one execution of real n8n, beside HTTP Request with batches of 50: from the call of a webhook to its
 * answer, and the processor time of n8n. Both have a saved credential. A service answers at once.
 */
export async function batch(messages: number): Promise<Figure[]> {
	const figure = (rounds: Round[], way: 'without' | 'withKey', what: keyof Cost) => {
		const µs = (one: Way) =>
			inWords(middle(rounds.map((round) => (round[one][what] * 1000) / messages)));
		return atMost(
			`${what === 'time' ? 'time' : 'processor time'} of a batch in n8n / HTTP Request's${way === 'withKey' ? ', with keys' : ''}`,
			MOST[way],
			middle(rounds.map((round) => round[way][what] / round.httpRequest[what])),
			`${messages} messages: ${µs(way)} µs, HTTP Request ${µs('httpRequest')} µs each`,
		);
	};
	const figures = (rounds: Round[]) =>
		(['without', 'withKey'] as const).flatMap((way) =>
			(['time', 'processor'] as const).map((what) => figure(rounds, way, what)),
		);

	return await RealN8n.with('SQLite', async (n8n) => {
		const start = async (way: Way) => {
			const sender = await n8n.sender(way);
			// n8n's code is compiled by then.
			await sender.send(messages);
			return async (): Promise<Cost> => {
				const [begin, before] = [performance.now(), await n8n.processorTime()];
				await sender.send(messages);
				const time = performance.now() - begin;
				return { time, processor: (await n8n.processorTime()) - before };
			};
		};
		const ways = {
			httpRequest: await start('httpRequest'),
			without: await start('without'),
			withKey: await start('withKey'),
		};
		const settled = (all: Round[]) => figures(all).every(isClear);
		return figures(await inTurns<Round>(ways, { least: 6, most: 10, settled }));
	});
}
