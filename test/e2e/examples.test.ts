import { OPT_OUTS } from '../../playground/src/examples';
import type { N8nClient } from '../../playground/src/n8nClient';
import { ended, until } from '../support/executions';
import { post } from './support/asking';
import { e2eContext, loggedIn, readExample, runWorkflow, simulator } from './support/context';

let client: N8nClient;
const CLICK = 'When clicking "Execute workflow"';

beforeAll(async () => {
	client = await loggedIn();
});

beforeEach(async () => await simulator.reset());

const run = async (file: string, trigger = CLICK) =>
	await runWorkflow(client, await readExample(`${file}.json`), trigger);

describe('the example', () => {
	it('"Check leases on a schedule" sends one text that names the new numbers, and none again', async () => {
		const first = await run('check-leases-on-a-schedule', 'Every hour');
		expect(first.status).toBe('success');
		const numbers = first.json('Get numbers');
		expect(numbers.length).toBeGreaterThan(3);
		for (const { country, type } of numbers)
			expect({ country, type }).toEqual({ country: 'US', type: 'text' });
		const { messages } = await simulator.state();
		expect(messages).toHaveLength(1);
		expect(messages[0].text).toContain(`${first.json('Only new ones').length} new numbers`);
	});

	it('"Text every row" sends four texts, and gives the fifth row to the error output', async () => {
		const { status, json } = await run('text-every-row');
		expect(status).toBe('success');
		const { messages } = await simulator.state();
		expect(messages.map(({ to }) => to).sort()).toEqual([
			'+12025550111',
			'+12025550112',
			'+12025550113',
			'+447700900115',
		]);
		expect(json('Sent')).toHaveLength(4);
		expect(json('Not sent, or possibly sent')).toEqual([
			expect.objectContaining({
				order: 'A-1004',
				phone: 'unknown',
				error: expect.stringContaining('is not a valid phone number'),
			}),
		]);
	});

	it('"Adopt a number and text from it" does so, and adopts no other one when it runs again', async () => {
		const example = await readExample('adopt-a-number-and-text-from-it.json');
		const workflow = await client.createWorkflow(example);
		const { status, json } = await ended(client, await client.run(workflow, CLICK));
		expect(status).toBe('success');
		const [{ number }] = json('Adopt a number');
		const { messages } = await simulator.state();
		expect(messages).toMatchObject([{ channel: 'imessage', from: number }]);
		expect(json('Read its status')).toMatchObject([{ data: { e164: number, status: 'adopted' } }]);

		const again = await ended(client, await client.run(workflow, CLICK));
		const [skipped] = again.json('Adopt a number');
		expect(skipped).toEqual({ skipped: true, adoptOnceKey: 'our first number' });
		expect((await simulator.state()).messages).toHaveLength(1);
	});

	it('"WhatsApp, else SMS" sends by SMS only what was certainly not sent, and tells a person of the rest', async () => {
		const match = { to: '+12025550112' };
		await simulator.fault({ kind: 'answer', status: 403, body: {}, match, times: 1 });
		const { status, json } = await run('whatsapp-else-sms');
		expect(status).toBe('success');
		expect(json('Sent over WhatsApp')).toHaveLength(1);
		expect(json('Sent by SMS')).toHaveLength(1);
		const { messages } = await simulator.state();
		expect(messages.map(({ channel, to }) => [channel, to])).toEqual([
			['whatsapp', '+12025550111'],
			['sms', '+12025550112'],
			['sms', '+12025550122'],
		]);
		expect(messages[2].text).toContain('Alan +18085550103');
		expect(messages[2].text).not.toContain('Grace');
	});

	it('"Ask, remind, ask somebody else" asks the next one only without an answer, and the first answer decides', async () => {
		const file = await readExample('ask-remind-ask-somebody-else.json');
		const questions = file.nodes.find(({ name }) => name === 'Whom to ask')?.parameters ?? {};
		// Nobody answers the first one in time.
		questions.jsonOutput = String(questions.jsonOutput).replace('"minutes": 30', '"minutes": 0.02');
		const workflow = await client.createWorkflow(file);
		const execution = await client.run(workflow, CLICK);
		const asked = async () => (await simulator.state()).messages;
		const reminder = await until(async () => (await asked())[1]);
		expect(reminder).toMatchObject({
			to: '+12025550121',
			text: expect.stringMatching(/^Reminder/),
		});
		await until(async () => (await client.execution(execution)).status === 'waiting');
		const [late, link] = (await asked()).map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? '');
		await post(late, { approved: 'false' });
		await post(link, { approved: 'true' });
		expect((await ended(client, execution)).status).toBe('success');
		const sent = await asked();
		expect(sent).toHaveLength(3);
		expect(sent[2]).toMatchObject({ to: '+12025550143', text: 'Ada takes it.' });
	});

	it('"Opt-outs in a Data Table" sends to nobody who has filled in its form', async () => {
		await client.makeDataTable(OPT_OUTS);
		const workflow = await client.createWorkflow(
			await readExample('opt-outs-in-a-data-table.json'),
		);
		const sentTo = async () => {
			await simulator.reset();
			const execution = await ended(client, await client.run(workflow, CLICK));
			expect(execution.status).toBe('success');
			const { messages } = await simulator.state();
			return messages.map(({ to }) => to).sort();
		};
		const all = ['+12025550111', '+12025550112', '+447700900115'];
		expect(await sentTo()).toEqual(all);
		await client.activate(await client.workflow(workflow.id));
		const form = `${e2eContext().n8nUrl}/form/no-more-messages`;
		// In another spelling than the row has, and twice.
		for (const typed of ['1 (202) 555 0112', '+12025550112']) {
			const body = new FormData();
			body.append('field-0', typed);
			const before = (await client.executions(workflow.id)).length;
			await until(async () => (await fetch(form, { method: 'POST', body })).ok);
			const [{ id }] = await until(async () => {
				const executions = await client.executions(workflow.id);
				return executions.length > before && executions;
			});
			await until(async () => (await client.execution(id)).status !== 'running');
		}
		expect(await sentTo()).toEqual(all.filter((to) => to !== '+12025550112'));
		await client.deactivate(workflow.id);
	});

	it('"Send a message intent" sends a link that opens a page', async () => {
		const { status, json } = await run('send-a-message-intent');
		expect(status).toBe('success');
		const [{ intent }] = json('Generate and send') as Array<{ intent: { url: string } }>;
		const { messages } = await simulator.state();
		expect(messages).toMatchObject([{ channel: 'intent', text: intent.url }]);
		expect((await fetch(intent.url)).status).toBe(200);
	});
});
