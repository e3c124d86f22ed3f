import { DATA_TABLES } from '../../playground/src/examples';
import type { N8nClient } from '../../playground/src/n8nClient';
import { ended, until } from '../support/executions';
import { post } from './support/asking';
import { mcpClient } from './support/mcp';
import { e2eContext, loggedIn, readExample, runWorkflow, simulator } from './support/context';

let client: N8nClient;
const CLICK = 'When clicking "Execute workflow"';

beforeAll(async () => {
	client = await loggedIn();
	for (const table of DATA_TABLES) await client.makeDataTable(table);
});

beforeEach(async () => await simulator.reset());

const run = async (file: string, trigger = CLICK) =>
	await runWorkflow(client, await readExample(`${file}.json`), trigger);

describe('the example', () => {
	it('"List new numbers on a schedule" sends one text that names the new numbers, and none again', async () => {
		const first = await run('list-new-numbers-on-a-schedule', 'Every hour');
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
		const { status, json } = await run('whatsapp-else-sms');
		expect(status).toBe('success');
		expect(json('Sent over WhatsApp')).toHaveLength(1);
		expect(json('Sent by SMS')).toHaveLength(1);

		const { messages } = await simulator.state();
		expect(messages.map(({ channel, to }) => [channel, to])).toEqual([
			['whatsapp', '+12025550111'],
			['sms', '+18085550124'],
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

		const taking = await client.createWorkflow(await readExample('opt-out-form.json'));
		await client.activate(taking);
		const form = `${e2eContext().n8nUrl}/form/no-more-messages`;
		// In another spelling than the row has, and twice.
		for (const typed of ['1 (202) 555 0112', '+12025550112']) {
			const body = new FormData();
			body.append('field-0', typed);
			const before = (await client.executions(taking.id)).length;
			await until(async () => (await fetch(form, { method: 'POST', body })).ok);
			const [{ id }] = await until(async () => {
				const executions = await client.executions(taking.id);
				return executions.length > before && executions;
			});
			await until(async () => (await client.execution(id)).status !== 'running');
		}
		expect(await sentTo()).toEqual(all.filter((to) => to !== '+12025550112'));

		await client.deactivate(taking.id);
	});

	it('"Tell me when a workflow fails" sends one text an hour', async () => {
		const trigger = 'When a workflow fails';
		const workflow = await client.createWorkflow(
			await readExample('tell-me-when-a-workflow-fails.json'),
		);
		const hour = () => new Date().getHours();
		const started = hour();
		for (let time = 0; time < 2; time++) {
			const { status } = await ended(client, await client.run(workflow, trigger));
			expect(status).toBe('success');
		}
		// In the next hour it sends again.
		if (hour() !== started) return;
		const { messages } = await simulator.state();

		expect(messages.map(({ text }) => text)).toEqual([
			'Example Workflow failed: Example Error Message',
		]);
	});

	it('"What my numbers cost" adds up what "Adopt or give back a number" has adopted and not given back', async () => {
		const { email: user, password } = e2eContext().owner;
		const login = { user, password };
		const httpBasicAuth = await client.saveCredential('Lease form', 'httpBasicAuth', login);
		const form = await client.createWorkflow(
			await readExample('adopt-or-give-back-a-number.json', { httpBasicAuth }),
		);
		const report = await client.createWorkflow(await readExample('what-my-numbers-cost.json'));
		await client.activate(form);
		const address = `${e2eContext().n8nUrl}/form/adopt-or-give-back`;
		const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

		const fillIn = async (...answers: string[]) => {
			const body = new FormData();
			answers.forEach((answer, index) => body.append(`field-${index}`, answer));
			const { acted } = (await simulator.state()).stats;
			const headers = { authorization };
			await until(async () => (await fetch(address, { method: 'POST', body, headers })).ok);
			await until(async () => {
				const now = (await simulator.state()).stats.acted;
				return JSON.stringify(now) !== JSON.stringify(acted);
			});
			const [{ id }] = await client.executions(form.id);
			// It waits where the last page is shown.
			await until(async () => (await client.execution(id)).status !== 'running');
		};

		const reported = async () => {
			const { status, json } = await ended(client, await client.run(report, 'Every morning'));
			expect(status).toBe('success');
			const { messages } = await simulator.state();
			return {
				numbers: json('My numbers').map(({ number }) => number),
				text: messages.at(-1)?.text,
			};
		};

		expect((await fetch(address, { method: 'POST' })).ok).toBe(false);

		await fillIn('Adopt one', 'US', '');
		await fillIn('Adopt one', 'CA', '');
		const { numbers, text } = await reported();

		expect(numbers).toHaveLength(2);
		expect(text).toBe('Numbers that you lease: 2. Their prices together: 4.');

		await fillIn('Give one back', 'US', String(numbers[0]));
		expect(await reported()).toEqual({
			numbers: [numbers[1]],
			text: 'Numbers that you lease: 1. Their prices together: 2.',
		});

		await client.deactivate(form.id);
	});

	it('"An MCP server that may text three people" texts these people, and nobody without its token', async () => {
		const token = crypto.randomUUID();
		const httpBearerAuth = await client.saveCredential('MCP', 'httpBearerAuth', { token });
		const workflow = await client.createWorkflow(
			await readExample('mcp-server-that-may-text-three-people.json', { httpBearerAuth }),
		);
		await client.activate(workflow);
		const url = `${e2eContext().n8nUrl}/mcp/text-three-people`;

		const stranger = await until(async () => {
			const { status } = await fetch(url, { method: 'POST' });
			return status !== 404 && status;
		});
		expect(stranger).toBe(403);

		const call = await mcpClient(url, { authorization: `Bearer ${token}` });
		const text = async (number: string, words: string) =>
			await call('tools/call', {
				name: 'Text_somebody',
				arguments: { number, text: words },
			});

		expect(await text('+12025550111', 'Hello')).toContain('crumbs');
		expect(await text('+12025550143', 'Hello')).toContain("'Only Send To'");
		expect(await text('+12025550112', 'a'.repeat(400))).toContain("'Max SMS Parts' allows 2");

		const { messages } = await simulator.state();
		expect(messages.map(({ to }) => to)).toEqual(['+12025550111']);

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
