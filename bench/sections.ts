import { startSimulator } from '../simulator';
import type { Machine } from '../test/n8n/support/install';
import { type Cost, type Sender, type Senders, type Way, withN8n } from './n8n';
import { type Figure, inTurns, median, ratiosOf } from './rounds';

/** What a section is given. */
export interface Bench {
	machine: Machine;
	/** Measures less, in a few minutes. */
	isQuick: boolean;
}

/** ms that the service takes for an answer where the limit is measured. */
const LATENCY = 100;

/** Runs a measurement in an n8n of its own, with a service that answers after so many ms. */
async function measured<T>(
	{ machine }: Bench,
	measure: (senders: Senders) => Promise<T>,
	latencyMs = 0,
): Promise<T> {
	const simulator = await startSimulator({ latencyMs });
	try {
		return await withN8n(machine, simulator.baseUrl, measure);
	} finally {
		await simulator.stop();
	}
}

/** Makes a figure of two rivals. @param each what to divide by for the numbers beside it, and its unit */
function figure(
	measure: string,
	most: number,
	[ours, theirs]: [number[], number[]],
	[count, unit]: [number, string],
): Figure {
	const [own, other] = [ours, theirs].map((values) => (median(values) / count).toFixed(2));
	return { measure, most, ratios: ratiosOf(ours, theirs), numbers: `${own} and ${other} ${unit}` };
}

const of = (what: keyof Cost, costs: Cost[]) => costs.map((cost) => cost[what]);

/** A batch beside HTTP Request's with batches of 50: from the call of a webhook to its answer. */
async function batch(bench: Bench): Promise<Figure[]> {
	const messages = bench.isQuick ? 1_000 : 3_000;
	return await measured(bench, async (senders) => {
		const warm = async (way: Way) => {
			const send = await senders(way);
			// n8n's code is compiled by then.
			await send(messages);
			return async () => await send(messages);
		};
		const ways = {
			httpRequest: await warm('httpRequest'),
			without: await warm('without'),
			withKey: await warm('withKey'),
		};
		const costs = await inTurns(ways, bench.isQuick ? 3 : 7);
		const beside = (way: 'without' | 'withKey', what: 'time' | 'processor') =>
			figure(
				`${what} of ${messages} messages${way === 'withKey' ? ' with keys' : ''} / HTTP Request's`,
				0.7,
				[of(what, costs[way]), of(what, costs.httpRequest)],
				[messages, 'ms a message'],
			);
		return [
			beside('without', 'time'),
			beside('without', 'processor'),
			beside('withKey', 'time'),
			beside('withKey', 'processor'),
		];
	});
}

/** A batch beside the shortest time that its service allows; what n8n takes without sending is left out. */
async function limit(bench: Bench): Promise<Figure[]> {
	const answers = bench.isQuick ? 10 : 30;
	const cases = [
		{ atOnce: 1, most: 1.05 },
		{ atOnce: 10, most: 1.1 },
		{ atOnce: 50, most: 1.25 },
	];
	const measure = async (senders: Senders) => {
		const figures: Figure[] = [];
		for (const { atOnce, most } of cases) {
			const messages = answers * atOnce;
			const ways = {
				own: bound(await senders('without', atOnce), messages),
				nothing: bound(await senders('nothing'), messages),
			};
			await ways.own();
			const { own, nothing } = await inTurns(ways, 3);
			const times = own.map(({ time }, round) => time - nothing[round].time);
			const shortest = times.map(() => answers * LATENCY);
			const title = `time of ${messages} messages / the limit, ${atOnce} at the same time`;
			figures.push(figure(title, most, [times, shortest], [1, 'ms']));
		}
		return figures;
	};
	return await measured(bench, measure, LATENCY);
}

const bound = (send: Sender, messages: number) => async () => await send(messages);

/** One message with a key in an execution of its own, beside n8n's Remove Duplicates with as many keys used before. */
async function oneKey(bench: Bench): Promise<Figure[]> {
	return await measured(bench, async (senders) => {
		const figures: Figure[] = [];
		for (const used of bench.isQuick ? [100] : [1, 10_000]) {
			const warm = async (way: Way) => {
				const send = await senders(way);
				await send(used);
				return async () => {
					let sum = 0;
					for (let message = 0; message < 20; message++) sum += (await send(1)).time;
					return sum;
				};
			};
			const ways = { key: await warm('withKey'), duplicates: await warm('removeDuplicates') };
			const { key, duplicates } = await inTurns(ways, bench.isQuick ? 3 : 7);
			const title = `one message with a key / behind Remove Duplicates, ${used} keys used`;
			figures.push(figure(title, 1.2, [key, duplicates], [20, 'ms']));
		}
		return figures;
	});
}

/** The highest memory of n8n while it sends a batch, beside HTTP Request's, each in an n8n of its own. */
async function memory(bench: Bench): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const messages of bench.isQuick ? [10_000] : [1_000, 10_000, 100_000]) {
		const peak = (way: Way) => async () =>
			await measured(bench, async (senders) => (await (await senders(way))(messages)).memory);
		const ways = { own: peak('without'), theirs: peak('httpRequest') };
		const { own, theirs } = await inTurns(ways, messages > 10_000 ? 1 : 2);
		const title = `memory of n8n, ${messages} messages / HTTP Request's`;
		figures.push(figure(title, 1, [own, theirs], [1, 'MB']));
	}
	return figures;
}

/** Processor time of a message by the size of its batch, without what n8n takes by itself. */
async function growth(bench: Bench): Promise<Figure[]> {
	const sizes = bench.isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000];
	return await measured(bench, async (senders) => {
		const [own, nothing] = [await senders('without'), await senders('nothing')];
		await own(sizes[0]);
		await nothing(sizes[0]);
		const ofMessage = (messages: number) => async () => {
			let sum = 0;
			const runs = Math.max(1, 10_000 / messages);
			for (let run = 0; run < runs; run++) {
				sum += (await own(messages)).processor - (await nothing(messages)).processor;
			}
			return sum / runs / messages;
		};
		const ways = Object.fromEntries(sizes.map((size) => [size, ofMessage(size)]));
		const costs = await inTurns(ways, bench.isQuick ? 2 : 3);
		const [least, most] = [costs[sizes[0]], costs[sizes[sizes.length - 1]]];
		const title = `processor time of a message, ${sizes.at(-1)} / ${sizes[0]} in a batch`;
		return [figure(title, 1.25, [most, least], [1, 'ms'])];
	});
}

/** How each section is measured, by its name. */
export const SECTIONS: Record<string, (bench: Bench) => Promise<Figure[]>> = {
	batch,
	limit,
	oneKey,
	memory,
	growth,
};
