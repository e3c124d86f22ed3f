import type { INodeParameters } from 'n8n-workflow';

import type {
	CredentialReference,
	WorkflowFile,
	WorkflowNode,
} from '../../playground/src/n8nClient';
import { recipient } from '../support/rows';
import { agent, mcpClient, Model, NUMBER, review, SPELLED, tool } from './support/agent';
import { post, sharedN8n } from './support/n8n';
import { node, rules, workflow } from './support/workflow';

const n8n = sharedN8n();

const SAID = { number: SPELLED, text: 'The train is late' };
const ALLOWED = recipient(22);

let model: Model;
let openAiApi: CredentialReference;

beforeEach(async () => {
	model = new Model();
	openAiApi = await model.start(n8n);
});

afterEach(async () => await model.stop());

const create = async (file: WorkflowFile) => await n8n.create(file, { openAiApi });

describe('an AI agent with Message → Send as its tool', () => {
	it('sends one text, and hears what the service said', async () => {
		const { json } = await n8n.run(await create(agent()));
		expect(n8n.recipients).toEqual([NUMBER]);
		expect(JSON.stringify(json('Agent'))).toContain('crumbs');
	});

	it('reaches nobody but the recipients in Only Send To, and hears why', async () => {
		await n8n.run(await create(agent(rules({ onlySendTo: ALLOWED }))));
		expect(n8n.recipients).toEqual([]);
		expect(model.answers).toEqual([expect.stringContaining('Only Send To')]);

		model.says = () => ({ ...SAID, number: '(202) 555-0122' });
		const options = { defaultCountry: 'US' };
		await n8n.run(await create(agent({ ...rules({ onlySendTo: ALLOWED }), options })));
		expect(n8n.recipients).toEqual([ALLOWED]);
	});

	it('that calls it again and again sends no more messages than Max Messages', async () => {
		model.repeats = () => model.answers.length < 4;
		await n8n.run(await create(agent(rules({ maxMessages: 2 }))));
		expect(n8n.recipients).toEqual([NUMBER, NUMBER]);
		expect(model.answers[2]).toContain('Max Messages');
	});

	it('hears first that its message may have been sent', async () => {
		n8n.simulator.fault({ kind: 'reset', when: 'after', times: 'always' });
		model.repeats = (answer) => !answer.includes('may have been sent') && model.answers.length < 3;
		await n8n.run(await create(agent()));
		expect(n8n.recipients).toEqual([NUMBER]);
	});
});

describe('an AI agent whose tool a person reviews by text', () => {
	it.each([
		['approves', 'true', [ALLOWED, NUMBER]],
		['declines', 'false', [ALLOWED]],
	])('sends only where the person %s', async (_, approved, recipients) => {
		const execution = await n8n.start(await create(agent({}, review())));
		const link = await n8n.link(execution);
		expect(n8n.texts[0]).toContain('The agent wants to use Text_the_customer: The train is late');
		await post(link, { approved });
		expect((await n8n.ended(execution)).status).toBe('success');
		expect(n8n.recipients).toEqual(recipients);
	});

	it('follows the comment of a person who declines', async () => {
		const wanted = 'Use the French number';
		const french = '+33612345678';
		model.says = (calls) => (calls === 0 ? SAID : { ...SAID, number: french });
		model.repeats = (answer) => answer.includes(wanted);
		const execution = await n8n.start(await create(agent({}, review())));
		await post(await n8n.link(execution), { approved: 'false', comment: wanted });
		await post(await n8n.link(execution, 2), { approved: 'true' });
		expect((await n8n.ended(execution)).status).toBe('success');
		expect(n8n.recipients.slice(2)).toEqual([french]);
	});

	it('hears that nobody was asked where the review could not be sent', async () => {
		n8n.simulator.fault({ kind: 'answer', status: 422, body: {} });
		const { json, status } = await n8n.run(await create(agent({}, review())));
		expect(status).toBe('success');
		const said = JSON.stringify(json('Agent'));
		expect(said).toContain('Nobody was asked');
		expect(said).not.toContain('rejected');
		expect(n8n.recipients).toEqual([]);
	});
});

describe.each([3, 2.2])('a manipulated model, in an agent of version %d,', (typeVersion) => {
	const STRANGER = recipient(29);
	// Arguments beyond those of the tool: n8n lays all of them over the item.
	const MORE = { list: STRANGER, phone: STRANGER, to: STRANGER, max: '99', key: 'another' };
	const CUSTOMER = { phone: NUMBER, list: NUMBER };
	const AUTHORS = "$('Author').first().json";

	/** Runs an agent whose author gives the number of the customer in the node "Author". */
	const run = async (parameters: INodeParameters, reviewer?: WorkflowNode) => {
		model.says = () => ({ ...SAID, ...MORE });
		const file = agent(parameters, reviewer);
		for (const one of file.nodes) if (one.name === 'Agent') one.typeVersion = typeVersion;
		const author = node('Author', 'set', { mode: 'raw', jsonOutput: JSON.stringify(CUSTOMER) });
		const { connections } = workflow(
			[],
			[
				['Start', 'Author'],
				['Author', 'Agent'],
			],
		);
		file.nodes.push(author);
		Object.assign(file.connections, connections);
		return await n8n.run(await create(file));
	};

	it.each<[string, INodeParameters]>([
		['Only Send To', rules({ onlySendTo: '={{ [$json.list] }}' })],
		['Only Send To', rules({ onlySendTo: "={{ [$fromAi('list')] }}" })],
		['Only Send To', rules({ onlySendTo: '={{ [$input.item.json.list] }}' })],
		['Max Messages', rules({ maxMessages: '={{ $json.max }}' })],
		['Send Once Key', { options: { sendOnceKey: '={{ $json.key }}' } }],
		['To', { to: '={{ $json.phone }}' }],
		['To', { to: '={{ $data.phone }}' }],
	])('sets nothing of %s: %j', async (displayName, parameters) => {
		await run(parameters);
		expect(n8n.recipients).toEqual([]);
		// n8n hands no error on to the model of an older agent.
		if (typeVersion === 3) {
			expect(model.answers[0]).toContain(displayName);
			expect(model.answers[0]).toContain('Chat Trigger');
		}
	});

	it('reaches whom the author allowed by the name of a node', async () => {
		await run({
			to: `={{ ${AUTHORS}.phone }}`,
			...rules({ onlySendTo: `={{ [${AUTHORS}.list] }}` }),
		});
		expect(n8n.recipients).toEqual([NUMBER]);
	});
});

it.each(['={{ $json.manager }}', "={{ $fromAI('reviewer') }}", '={{ $tool.parameters.number }}'])(
	'a manipulated model names no reviewer: %s',
	async (to) => {
		model.says = () => ({ ...SAID, manager: ALLOWED, reviewer: ALLOWED });
		await n8n.run(await create(agent({}, review({ to }))));
		expect(n8n.recipients).toEqual([]);
	},
);

it('a client of an MCP server reaches nobody but the recipients in Only Send To, and them once, also with Retry On Fail', async () => {
	const path = crypto.randomUUID();
	const server = node('Server', 'mcpTrigger', { path }, { webhookId: path });
	const sending = {
		...tool(rules({ onlySendTo: NUMBER })),
		retryOnFail: true,
		waitBetweenTries: 10,
	};
	const file = workflow([server, sending], [[sending.name, 'Server', 'ai_tool']]);
	await n8n.published(await n8n.create(file), async () => {
		const call = await mcpClient(n8n, `/mcp/${path}`);
		expect(await call('Text_the_customer', SAID)).toContain('crumbs');
		const refused = await call('Text_the_customer', { ...SAID, number: ALLOWED });
		expect(refused).toContain('Only Send To');

		n8n.simulator.fault({ kind: 'reset', when: 'after', times: 'always' });
		const inDoubt = await call('Text_the_customer', { ...SAID, text: 'It is here' });
		expect(inDoubt).toContain('This message may have been sent');
	});
	expect(n8n.recipients).toEqual([NUMBER, NUMBER]);
});
