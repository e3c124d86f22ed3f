import type { IExecuteFunctions } from 'n8n-workflow';

import { CONTINUE, outcomes, rows, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

/** The keys of an execution go so far, and those of another one begin behind. */
const AT_MOST = 25_000;

/** Sends so many messages with keys from a number on, over no wire. Returns what became of them, and how many left. */
async function sendKeys(from: number, count: number) {
	let requests = 0;
	const beforeExecute = ({ helpers }: IExecuteFunctions) => {
		jest.spyOn(helpers, 'httpRequest').mockImplementation(async () => {
			requests++;
			return { statusCode: 200, headers: {}, body: '{"crumbs":{}}' };
		});
	};
	const { json, error } = await send(service, {
		items: rows(count, (index) => ({
			to: `+120255${String(50_000 + ((from + index) % 10_000))}`,
			key: `order ${from + index}`,
		})),
		options: { sendOnceKey: '={{ $json.key }}', concurrency: 50 },
		node: CONTINUE,
		beforeExecute,
	});
	expect(error).toBeUndefined();
	return { came: new Set(outcomes(json)), requests };
}

it('60,000 keys over three executions: each item is sent once, and the oldest that n8n keeps are not sent again', async () => {
	const { calls } = service.keys;
	const executions = [
		[0, AT_MOST],
		[AT_MOST, AT_MOST],
		[2 * AT_MOST, 10_000],
	] as const;
	for (const [from, count] of executions) {
		expect(await sendKeys(from, count)).toEqual({ came: new Set(['done']), requests: count });
	}
	// Recorded in chunks, not one by one.
	expect(service.keys.calls - calls).toBeLessThan(60_000 / 50);

	expect(await sendKeys(35_000, AT_MOST)).toEqual({ came: new Set(['skipped']), requests: 0 });

	// n8n forgets the oldest first.
	expect(await sendKeys(10_000, 1_000)).toEqual({ came: new Set(['skipped']), requests: 0 });
});

it('25,001 items with keys are refused before the first is sent', async () => {
	expect(await sendKeys(0, AT_MOST + 1)).toEqual({ came: new Set(['failed']), requests: 0 });
});
