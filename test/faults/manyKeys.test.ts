import type { IExecuteFunctions } from 'n8n-workflow';

import { rows } from '../support/rows';
import { CONTINUE, outcomes, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

/** The keys of an execution go so far, and those of another one begin behind. */
const AT_MOST = 25_000;

/**
 * Sends messages with keys over no wire, in each round of a loop so many from a number on. Returns what became of them, and
 * how many left.
 */
async function sendKeys(...rounds: Array<[from: number, count: number]>) {
	let requests = 0;
	const beforeExecute = ({ helpers }: IExecuteFunctions) => {
		jest.spyOn(helpers, 'httpRequest').mockImplementation(async () => {
			requests++;
			return { statusCode: 200, headers: {}, body: '{"crumbs":{}}' };
		});
	};
	const { json } = await send(service, {
		rounds: rounds.map(([from, count]) =>
			rows(count, (index) => ({
				to: `+120255${String(50_000 + ((from + index) % 10_000))}`,
				key: `order ${from + index}`,
			})),
		),
		options: { sendOnceKey: '={{ $json.key }}', concurrency: 50 },
		node: CONTINUE,
		beforeExecute,
	});
	return { came: [...new Set(outcomes(json))], requests };
}

it('51,000 keys over three executions: each item is sent once, and the newest 50,000 are not sent again', async () => {
	for (const [from, count] of [
		[0, AT_MOST],
		[AT_MOST, AT_MOST],
		[2 * AT_MOST, 1_000],
	]) {
		expect(await sendKeys([from, count])).toEqual({ came: ['done'], requests: count });
	}
	// n8n forgets the oldest first.
	expect(await sendKeys([1_000, 1_000])).toEqual({ came: ['skipped'], requests: 0 });
});

it('the keys of an execution are counted over all rounds of a loop, each once; 25,001 are too many', async () => {
	const [again, more] = [1_000, AT_MOST - 1_000 + 1];
	const came = ['done', 'skipped', 'failed'];
	const sent = await sendKeys([0, again], [0, 1], [again, more]);
	expect(sent).toEqual({ came, requests: again });
});
