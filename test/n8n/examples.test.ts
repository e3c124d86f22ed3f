import { DATA_TABLES, type ExampleCredentials, readExample } from '../../playground/src/examples';
import type { StoredWorkflow } from '../../playground/src/n8nClient';
import { mcpClient, Model, NUMBER, SPELLED } from './support/agent';
import { useBrowser } from './support/browser';
import { post, postForm, sharedN8n, until } from './support/n8n';
import { node } from './support/workflow';

const n8n = sharedN8n();
const browser = useBrowser();

beforeAll(async () => {
	for (const table of DATA_TABLES) await n8n.client.makeDataTable(table);
});

const create = async (
	name: string,
	credentials?: Partial<ExampleCredentials>,
): Promise<StoredWorkflow> => await n8n.create(await readExample(`${name}.json`), credentials);

const run = async (name: string) => {
	const ended = await n8n.run(await create(name));
	expect(ended.status).toBe('success');
	return ended;
};

it.each([
	['right', true],
	['wrong', false],
])('"Verify a phone number" tells that the password is %s', async (_, isRight) => {
	const workflow = await create('verify-a-phone-number');
	const page = await browser().newPage();
	await n8n.published(workflow, async () => {
		await n8n.call('/form/verify-a-phone-number');
		await page.goto(`${n8n.url}/form/verify-a-phone-number`);
		await page.getByRole('textbox').fill('(202) 555-0143');
		await page.getByRole('button').click();
		await page.getByPlaceholder('123456').waitFor();
		const [{ code }] = n8n.simulator.otps;
		await page.getByPlaceholder('123456').fill(isRight ? code : 'wrong');
		await page.getByRole('button', { name: 'Continue' }).click();
		const { json } = await n8n.fired(workflow);
		expect(json('Is it right?', isRight ? 0 : 1)).toHaveLength(1);
	});
	await page.close();
	expect(n8n.simulator.otps).toMatchObject([{ to: '+12025550143', verified: isRight }]);
});

it('"Check my numbers every morning" sends one text about all of them', async () => {
	const { json } = await run('check-my-numbers-every-morning');
	expect(json('Get status')).toHaveLength(2);
	expect(n8n.texts).toEqual(['+1 (212) 555-0101: good, +1 (305) 555-0110: good']);
});

it.each([
	['true', 'was approved'],
	['false', 'was declined'],
])('"Approve by text" tells the requester of the answer (approved: %s)', async (approved, told) => {
	const execution = await n8n.start(await create('approve-by-text'));
	await post(await n8n.link(execution), { approved });
	expect((await n8n.ended(execution)).status).toBe('success');
	expect(n8n.texts[1]).toContain(told);
});

it('"Ask with a form" goes on with what a guest filled in on a phone', async () => {
	const execution = await n8n.start(await create('ask-with-a-form'));
	const link = await n8n.link(execution);
	const page = await browser().newPage({ viewport: { width: 390, height: 844 }, isMobile: true });
	await page.goto(link);
	await page.locator('select').selectOption('Saturday');
	await page.locator('input[type="number"]').fill('3');
	await page.locator('textarea').fill('With a dog');
	await page.getByRole('button').click();
	const { status, json } = await n8n.ended(execution);
	await page.close();
	expect(status).toBe('success');
	expect(n8n.recipients).toEqual(['+12025550121']);
	expect(json('The visit')).toEqual([
		{ name: 'Ada', day: 'Saturday', guests: 3, note: 'With a dog' },
	]);
});

describe('"Text every row once"', () => {
	it('sends one text a row, however often it runs, and to nobody who has opted out', async () => {
		const sending = await create('text-every-row-once');
		const form = await create('opt-out-form');
		await n8n.published(form, async () => {
			await n8n.call('/form/no-more-messages');
			await postForm(`${n8n.url}/form/no-more-messages`, { 'field-0': '1 (202) 555 0112' });
			await until(async () => {
				const [execution] = await n8n.client.executions(form.id);
				return execution && execution.status !== 'running';
			});
		});

		const { json } = await n8n.run(sending);
		expect([...n8n.recipients].sort()).not.toContain('+12025550112');
		const sent = n8n.recipients.length;
		expect(sent).toBeGreaterThan(2);
		expect(json('Not sent, or possibly sent')).toMatchObject([
			{ phone: 'unknown', errorDetails: { about: 'input' } },
		]);

		const again = await n8n.run(sending);
		expect(n8n.recipients).toHaveLength(sent);
		expect(again.json('Sent, or skipped').every(({ skipped }) => skipped)).toBe(true);
	});
});

it('"Sort failures" tells four kinds apart', async () => {
	const { json } = await run('sort-failures');
	const names = (name: string) => json(name).map((item) => item.name);
	expect(names('Ask the recipient')).toEqual(['Alan']);
	expect(names('Correct the row')).toEqual(['Grace']);
	expect(names('Send later')).toEqual(['Barbara']);
	expect(names('Tell whoever runs this')).toEqual([]);
	expect(json('Sent')).toHaveLength(1);
});

it('"WhatsApp, else SMS" sends by SMS only what was certainly not sent, and tells a person of the rest', async () => {
	await run('whatsapp-else-sms');
	expect(n8n.simulator.messages.map(({ channel, to }) => [channel, to])).toEqual([
		['whatsapp', '+12025550111'],
		['sms', '+18085550124'],
		['sms', '+12025550122'],
	]);
	expect(n8n.texts[2]).toContain('Alan +18085550103');
});

it('"Tell me when a number is available" sends a text', async () => {
	await run('tell-me-when-a-number-is-available');
	expect(n8n.texts).toEqual([expect.stringContaining('is available')]);
});

it('"An MCP server that may text three people" texts these people, and nobody without its token', async () => {
	const token = crypto.randomUUID();
	const httpBearerAuth = await n8n.client.saveCredential('MCP', 'httpBearerAuth', { token });
	const workflow = await create('mcp-server-that-may-text-three-people', { httpBearerAuth });
	await n8n.published(workflow, async () => {
		const path = '/mcp/text-three-people';
		expect((await n8n.call(path, { method: 'POST' })).status).toBe(403);
		const call = await mcpClient(n8n, path, token);
		const text = async (number: string, words: string) =>
			await call('Text_somebody', { number, text: words });
		expect(await text('+12025550111', 'Hello')).toContain('crumbs');
		expect(await text('+12025550143', 'Hello')).toContain('Only Send To');
		expect(await text('+12025550112', 'a'.repeat(400))).toContain('Max SMS Parts');
	});
	expect(n8n.recipients).toEqual(['+12025550111']);
});

describe('"An agent that asks before it leases"', () => {
	it.each([
		['approves', 'true', 'adopted'],
		['declines', 'false', 'available'],
	])('adopts a number only where a person %s', async (_, approved, status) => {
		const model = new Model();
		const openAiApi = await model.start(n8n);
		model.tool = (name) => /adopt/i.test(name);
		model.says = () => ({ number: SPELLED });
		const file = await readExample('agent-that-asks-before-it-leases.json');
		// Started by hand, since a chat would need somebody who chats.
		const nodes = file.nodes.map((one) =>
			one.name === 'Chat' ? node('Chat', 'manualTrigger') : one,
		);
		const agent = nodes.find(({ name }) => name === 'Agent')?.parameters ?? {};
		Object.assign(agent, { promptType: 'define', text: 'Adopt a number' });

		const execution = await n8n.start(await n8n.create({ ...file, nodes }, { openAiApi }));
		const link = await n8n.link(execution);
		expect(n8n.texts[0]).toContain(`adopt ${NUMBER}, which costs money`);
		await post(link, { approved });
		expect((await n8n.ended(execution)).status).toBe('success');
		const record = n8n.simulator.pool.find(({ data }) => data.e164 === NUMBER);
		expect(record?.data.status).toBe(status);
		await model.stop();
	});
});
