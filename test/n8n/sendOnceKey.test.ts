import type { WorkflowFile } from '../../playground/src/n8nClient';
import { at, recipient, REFUSED, rows } from '../support/rows';
import { sharedN8n } from './support/n8n';
import { inARow, node, SEND, sendNode, split, start, workflow } from './support/workflow';

const n8n = sharedN8n();

const KEY = { sendOnceKey: '={{ $json.text }}' };
const FIVE = ['0', '1', '2', '3', '4'];

const skipped = (text: string) => ({
	skipped: true,
	sendOnceKey: text,
	to: recipient(Number(text)),
});

it('100 rows with a key are sent once each, however often the workflow runs', async () => {
	const first = await n8n.run(inARow(start(), ...split(rows(100)), sendNode({ options: KEY })));
	expect(first.status).toBe('success');
	expect(new Set(n8n.texts).size).toBe(100);

	const { json } = await n8n.run(first.workflow);
	expect(n8n.texts).toHaveLength(100);
	expect(json(SEND)).toEqual(rows(100).map(({ text }) => skipped(String(text))));
});

describe('with Retry On Fail, where the third is refused once, five messages', () => {
	beforeEach(() => {
		n8n.simulator.fault(at(2, REFUSED));
	});

	const retried = () =>
		sendNode(
			{ options: { concurrency: 1, maxRetries: 0 } },
			{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		);

	const expectSent = async (file: WorkflowFile, texts: string[]) => {
		expect((await n8n.run(file)).status).toBe('success');
		expect(n8n.texts).toEqual(texts);
	};

	it('that come by two branches are sent once for each', async () => {
		const nodes = [start(), ...split(rows(5)), retried()];
		const file = workflow(nodes, [
			['Start', 'Rows'],
			['Rows', 'Split'],
			['Split', SEND],
			['Split', SEND],
		]);
		await expectSent(file, [...FIVE, ...FIVE]);
	});

	it('are sent once each by a sub-workflow', async () => {
		const called = node('Called', 'executeWorkflowTrigger', { inputSource: 'passthrough' });
		const child = await n8n.create(inARow(called, ...split(rows(5)), retried()));
		const call = node('Call', 'executeWorkflow', {
			source: 'parameter',
			workflowJson: JSON.stringify(child),
			options: {},
		});
		await expectSent(inARow(start(), call), FIVE);
	});
});
