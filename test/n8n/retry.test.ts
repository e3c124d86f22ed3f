import { at, REFUSED, rows } from '../support/rows';
import { sharedN8n } from './support/n8n';
import { inARow, SEND, sendNode, split, start } from './support/workflow';

const n8n = sharedN8n();

const oneByOne = { options: { concurrency: 1, maxRetries: 0 } };
const five = () => inARow(start(), ...split(rows(5)), sendNode(oneByOne));

const ALL = ['0', '1', '2', '3', '4'];

describe('Retry of a failed execution', () => {
	it.each([
		['the original workflow', false],
		['the workflow as it is saved now', true],
	])('sends the rest, and nothing twice, with %s', async (_, loadWorkflow) => {
		n8n.simulator.fault({ ...at(2, REFUSED), times: 2 });
		const first = await n8n.run(five());
		expect(first.error?.message).toContain('2 of 5 items were sent');
		expect(n8n.texts).toEqual(['0', '1']);

		const second = await n8n.retry(first, { loadWorkflow });
		expect(second.status).toBe('error');
		expect(n8n.texts).toEqual(['0', '1']);

		const third = await n8n.retry(second, { loadWorkflow });
		expect(third.status).toBe('success');
		expect(n8n.texts).toEqual(ALL);
		expect(third.json(SEND)).toHaveLength(5);
		expect(JSON.stringify(third.data.executionData?.contextData)).not.toContain('crumbs');
	});

	it('of an older execution than the newest is refused, and texts nobody', async () => {
		n8n.simulator.fault({ ...at(2, REFUSED), times: 2 });
		const first = await n8n.run(five());
		const second = await n8n.retry(first, { loadWorkflow: false });
		const older = await n8n.retry(first, { loadWorkflow: false });
		expect(older.error?.message).toContain('was tried again before');
		expect(n8n.texts).toEqual(['0', '1']);

		expect((await n8n.retry(second, { loadWorkflow: false })).status).toBe('success');
		expect(n8n.texts).toEqual(ALL);
	});
});
