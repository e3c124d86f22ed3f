import type { Row, Runner } from './runner';
import type { Section, TableRow } from './section';
import { atMost, round } from './section';

const IN_FLIGHT = 10;
const RUNS = 3;

/**
 * Measures how the time of an item and the memory grow with the items. The time is that of as many executions as
 * make up the same number of items, less the same executions of an empty workflow: one execution of few items
 * would measure how warm the process is.
 * @param least items that the executions of one size make up together
 */
export async function growth(runner: Runner, sizes: number[], least: number): Promise<Section> {
	const times: TableRow[] = [];
	const perItem: number[] = [];
	for (const items of sizes) {
		const repeats = Math.max(1, Math.round(least / items));
		const run = async (who: Row['who']) =>
			await runner.run(
				{ who, items, inFlight: IN_FLIGHT, latency: 0, repeats, warmUp: least },
				RUNS,
			);
		const empty = await run('empty');
		const own = await run('package');
		const time = ((own.time - empty.time) * 1000) / (items * repeats);
		perItem.push(time);
		times.push({ items, executions: repeats, 'µs an item': round(time) });
	}
	const memory = await memories(runner, sizes);
	return {
		tables: { 'time of an item': times, ...memory.tables },
		targets: [
			atMost(
				'time of an item, slowest / fastest size',
				Math.max(...perItem) / Math.min(...perItem),
				1.1,
			),
			...memory.targets,
		],
	};
}

async function memories(runner: Runner, sizes: number[]): Promise<Section> {
	const table: TableRow[] = [];
	const targets = [];
	let before: { items: number; memory: number } | undefined;
	for (const items of sizes) {
		const run = async (who: Row['who']) =>
			await runner.run({ who, items, inFlight: IN_FLIGHT, latency: 0, warmUp: 0 });
		const { memory } = await run('package');
		const http = await run('httpRequest');
		table.push({
			items,
			'package (MB)': round(memory),
			'more than the line above (kB an item)': before
				? round(((memory - before.memory) * 1000) / (items - before.items), 1)
				: '-',
			'HTTP Request (MB)': round(http.memory),
		});
		targets.push(atMost(`memory / HTTP Request's, ${items} items`, memory / http.memory, 1));
		before = { items, memory };
	}
	return { tables: { 'peak memory of the process': table }, targets };
}
