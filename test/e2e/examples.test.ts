import { DATA_TABLES } from '../../playground/src/examples';
import type { N8nClient } from '../../playground/src/n8nClient';
import { ended, until } from '../support/executions';
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
	it('"Verify a phone number" tells a right password from a wrong one', async () => {
		const workflow = await client.createWorkflow(await readExample('verify-a-phone-number.json'));
		await client.activate(workflow);
		const form = `${e2eContext().n8nUrl}/form/verify-a-phone-number`;
		const filledIn = (answer: string) => {
			const body = new FormData();
			body.append('field-0', answer);
			return { method: 'POST', body };
		};

		for (const isRight of [true, false]) {
			await simulator.reset();
			// n8n takes a moment to publish it.
			const answer = await until(async () => {
				const response = await fetch(form, filledIn('(202) 555-0143'));
				return response.ok && response;
			});
			const { formWaitingUrl: next } = (await answer.json()) as { formWaitingUrl: string };
			const { id } = await until(async () => {
				const [newest] = await client.executions(workflow.id);
				return newest.status === 'waiting' && newest;
			});
			const [{ code }] = (await simulator.state()).otps;
			await fetch(next, filledIn(isRight ? code : '000000'));

			const { json } = await ended(client, id);
			const name = 'Is it right?';
			const verified = [json(name, 0).length, json(name, 1).length];
			expect(verified).toEqual(isRight ? [1, 0] : [0, 1]);
		}
		await client.deactivate(workflow.id);
	});

	it('"Check my numbers every morning" sends one text with the health of each', async () => {
		const { status } = await run('check-my-numbers-every-morning', 'Every morning');
		expect(status).toBe('success');
		const { messages } = await simulator.state();
		expect(messages.map(({ text }) => text)).toEqual([
			'+1 (212) 555-0101: good, +1 (305) 555-0110: good',
		]);
	});

	it('"Sort failures" has an output for each next step', async () => {
		const { status, json } = await run('sort-failures');
		expect(status).toBe('success');
		const names = [0, 1, 2, 3].map((output) => json('Why?', output).map(({ name }) => name));
		expect(names).toEqual([['Alan'], ['Grace'], [], ['Barbara']]);
		expect((await simulator.state()).messages).toMatchObject([{ to: '+12025550111' }]);
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

	it('"Text every row once" texts nobody twice, and nobody who has filled in the form for opt-outs', async () => {
		const taking = await client.createWorkflow(await readExample('opt-out-form.json'));
		await client.activate(taking);
		const form = `${e2eContext().n8nUrl}/form/no-more-messages`;
		// In another spelling than the row has.
		const body = new FormData();
		body.append('field-0', '1 (202) 555 0112');
		await until(async () => (await fetch(form, { method: 'POST', body })).ok);
		const [{ id }] = await until(async () => {
			const executions = await client.executions(taking.id);
			return executions.length > 0 && executions;
		});
		await until(async () => (await client.execution(id)).status !== 'running');

		const workflow = await client.createWorkflow(await readExample('text-every-row-once.json'));
		for (let time = 0; time < 2; time++) {
			const { status, json } = await ended(client, await client.run(workflow, CLICK));
			expect(status).toBe('success');
			expect(json('Sent, or skipped')).toHaveLength(4);
			expect(json('Not sent, or possibly sent')).toMatchObject([{ phone: 'unknown' }]);
		}

		const { messages } = await simulator.state();
		expect(messages.map(({ to }) => to).sort()).toEqual([
			'+12025550111',
			'+12025550113',
			'+447700900115',
		]);
		await client.deactivate(taking.id);
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
});
