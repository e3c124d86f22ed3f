import { agentWorkflow, FRENCH, languageModel, WANTED } from '../e2e/support/agent';
import { ANSWER, ASK, asked, askWorkflow, CLICK, linkIn, post } from '../e2e/support/asking';
import { recipient, sendRows, TRIGGER } from '../e2e/support/rows';
import { ended } from '../support/executions';
import { executionsOf, QueueMode } from './support/queueMode';

// Ends a test that hangs: a database, n8n and its worker take minutes to start on a busy machine.
jest.setTimeout(1_800_000);

const model = languageModel();
let n8n: QueueMode;
let worker: Awaited<ReturnType<QueueMode['startWorker']>>;

beforeAll(async () => {
	n8n = await QueueMode.start();
	worker = await n8n.startWorker();
});

afterAll(async () => {
	await n8n?.stop();
	await model.close();
});

beforeEach(() => n8n.simulator.reset());

const texts = () => n8n.simulator.messages.map(({ text }) => text);

/** Waits until an execution has asked so often, and waits; gives the last question's link. */
const linkOf = async (execution: string, questions = 1) =>
	linkIn(await asked(n8n.client, execution, texts, questions));

describe('a question that a worker has asked', () => {
	it('is answered once, whoever else presses at the same instant', async () => {
		const approvalOptions = { values: { approvalType: 'double', askComment: true } };
		const { messagingServiceApi } = n8n.credentials;
		const file = askWorkflow(messagingServiceApi, { approvalOptions });
		const execution = await n8n.client.run(await n8n.client.createWorkflow(file), CLICK);
		const link = await linkOf(execution);

		const pages = await Promise.all(
			['true', 'false', 'true', 'false'].map(async (approved, person) => {
				const response = await post(link, { approved, comment: `Person ${person}` });
				return await response.text();
			}),
		);

		const { json, data, status } = await ended(n8n.client, execution);
		expect(status).toBe('success');

		const [{ data: answer }] = json(ASK) as Array<{ data: { comment: string } }>;
		expect(data.resultData.runData[ANSWER]).toHaveLength(1);

		const told = pages.filter((page) => page.includes('Your answer was recorded'));
		expect(told).toEqual([expect.stringContaining(answer.comment)]);
		expect(await executionsOf(worker)).toContain(execution);
	});

	it('reviews what an AI agent does, which follows the comment', async () => {
		const url = `${await model.listen({ host: '127.0.0.1', port: 0 })}/v1`;
		const openAi = await n8n.client.saveCredential('Model', 'openAiApi', {
			apiKey: 'none',
			url,
			header: false,
		});
		const file = agentWorkflow(n8n.credentials.messagingServiceApi, openAi);
		const execution = await n8n.client.run(await n8n.client.createWorkflow(file), 'Start');
		await post(await linkOf(execution), { approved: 'false', comment: WANTED });
		await post(await linkOf(execution, 2), { approved: 'true' });

		expect((await ended(n8n.client, execution)).status).toBe('success');
		expect(n8n.simulator.messages.slice(2)).toEqual([
			expect.objectContaining({ to: FRENCH.number }),
		]);
		expect(await executionsOf(worker)).toContain(execution);
	});
});

it('five messages with Retry On Fail are sent once each by a worker', async () => {
	n8n.simulator.fault({ kind: 'answer', status: 429, body: {}, match: { to: recipient(2) } });
	const file = sendRows(
		5,
		n8n.credentials.messagingServiceApi,
		{ concurrency: 1, maxRetries: 0 },
		{ retryOnFail: true, waitBetweenTries: 1 },
	);
	const execution = await n8n.client.run(await n8n.client.createWorkflow(file), TRIGGER);

	expect((await ended(n8n.client, execution)).status).toBe('success');
	expect(texts()).toEqual(['0', '1', '2', '3', '4']);
	expect(await executionsOf(worker)).toContain(execution);
});
