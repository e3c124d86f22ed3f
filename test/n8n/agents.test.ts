import fastify, { type FastifyInstance } from 'fastify';
import type { INodeParameters } from 'n8n-workflow';

import type {
	CredentialReference,
	WorkflowFile,
	WorkflowNode,
} from '../../playground/src/n8nClient';
import { simulatorCredential } from '../../playground/src/simulatorCredential';
import { recipient, REFUSED } from '../support/rows';
import type { TestedN8n } from './support/n8n';
import { post, sharedN8n } from './support/n8n';
import { node, start, workflow } from './support/workflow';

const n8n = sharedN8n();

/** What a model says to a tool. */
type Said = Record<string, string | boolean>;

interface Completion {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string } }>;
}

/** The number as a model spells it, and in E.164. */
const SPELLED = '+1 (212) 555-0102';
const NUMBER = '+12125550102';

const SAID = { number: SPELLED, text: 'The train is late' };

/** A language model in the form of OpenAI's, which calls a tool, and then repeats what the tool said. */
class Model {
	/** What it says to the tool. */
	says: Said = SAID;

	/** Whether it calls the tool again after this answer. */
	repeats: (answer: string) => boolean = () => false;

	/** How many calls it makes at the same time. */
	sideBySide = 1;

	/** Every answer of the tool. */
	readonly answers: string[] = [];

	private readonly server: FastifyInstance = fastify();

	/** Starts it, and returns n8n's credential for it. */
	async start(n8n: TestedN8n) {
		this.server.post('/v1/chat/completions', async ({ body }) => this.answer(body as Completion));
		const url = `${await this.server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
		return await n8n.client.saveCredential('Model', 'openAiApi', {
			apiKey: 'none',
			url,
			header: false,
		});
	}

	async stop(): Promise<void> {
		await this.server.close();
	}

	private answer({ messages, tools }: Completion) {
		const last = messages[messages.length - 1];
		const answer = JSON.stringify(last.content);
		if (last.role === 'tool') this.answers.push(answer);
		const isDone = last.role === 'tool' && !this.repeats(answer);

		const said = this.says;
		const calls = Array.from({ length: this.sideBySide }, (_, index) => ({
			id: `call_${messages.length}_${index}`,
			type: 'function',
			function: {
				name: tools?.[0]?.function.name,
				// A tool behind human review reads it from toolParameters.
				arguments: JSON.stringify({ ...said, toolParameters: said, hitlParameters: {} }),
			},
		}));
		const message = isDone
			? { role: 'assistant', content: `The tool said: ${answer}` }
			: { role: 'assistant', content: null, tool_calls: calls };
		return {
			id: 'completion',
			object: 'chat.completion',
			created: 0,
			model: 'test',
			choices: [{ index: 0, message, finish_reason: isDone ? 'stop' : 'tool_calls' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	}
}

const TOOL = 'Text the customer';

/** Returns Message → Send as a tool, to which a model says number and text. */
const tool = (parameters: INodeParameters = {}) =>
	node(TOOL, 'messagingServiceTool', {
		descriptionType: 'manual',
		toolDescription: 'Sends a text to the customer',
		resource: 'message',
		operation: 'send',
		channel: 'sms',
		to: "={{ $fromAI('number', 'whom to send it to', 'string') }}",
		message: "={{ $fromAI('text', 'what to say', 'string') }}",
		...parameters,
	});

/** What the author knows of the customer, in the node "Author". */
const CUSTOMER = { phone: NUMBER, list: NUMBER };

/** Returns an agent that has the tool. */
function agent(parameters: INodeParameters = {}, review?: WorkflowNode): WorkflowFile {
	const model = { model: { __rl: true, mode: 'id', value: 'test' }, options: {} };
	return workflow(
		[
			start(),
			node('Author', 'set', { mode: 'raw', jsonOutput: JSON.stringify(CUSTOMER) }),
			node('Agent', 'agent', { promptType: 'define', text: 'Text the customer' }),
			node('Model', 'lmChatOpenAi', model),
			tool(parameters),
			...(review ? [review] : []),
		],
		[
			['Start', 'Author'],
			['Author', 'Agent'],
			['Model', 'Agent', 'ai_languageModel'],
			[TOOL, review?.name ?? 'Agent', 'ai_tool'],
			...(review ? [[review.name, 'Agent', 'ai_tool'] as [string, string, string]] : []),
		],
	);
}

/** Returns Send and Wait as human review of a tool. */
const review = (parameters: INodeParameters = {}) =>
	node('Ask by text', 'messagingServiceHitlTool', {
		message:
			'=The agent wants to use {{ $tool.name }}: {{ $tool.parameters.text }} ({{ $tool.parameters.number }})',
		channel: 'sms',
		to: '+12025550122',
		approvalOptions: { values: { approvalType: 'double', askComment: true } },
		...parameters,
	});

/** Returns the parameter that says who may get messages, and how many. */
const rules = (recipientRules: INodeParameters): INodeParameters => ({ recipientRules });

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
	it('reaches nobody but the recipients in Only Send To, and hears why', async () => {
		await n8n.run(await create(agent(rules({ onlySendTo: ALLOWED }))));
		expect(n8n.recipients).toEqual([]);
		expect(model.answers).toEqual([expect.stringContaining('Only Send To')]);

		model.says = { ...SAID, number: '(202) 555-0122' };
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

	it('sends a text for each of its equal calls, also side by side, and where the first was refused', async () => {
		n8n.simulator.fault(REFUSED);
		model.repeats = () => model.answers.length < 3;
		await n8n.run(await create(agent()));
		expect(n8n.recipients).toHaveLength(2);

		n8n.simulator.reset();
		n8n.simulator.fault(REFUSED);
		model.sideBySide = 3;
		model.repeats = () => false;
		await n8n.run(await create(agent()));
		expect(n8n.recipients).toHaveLength(2);
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

describe('a manipulated model', () => {
	const STRANGER = recipient(29);
	// Arguments beyond those of the tool: n8n lays all of them over the item.
	const MORE = { list: STRANGER, phone: STRANGER, to: STRANGER, max: '99', key: 'another' };
	const AUTHORS = "$('Author').first().json";

	it.each<[string, INodeParameters]>([
		['Only Send To', rules({ onlySendTo: '={{ [$json.list] }}' })],
		['Only Send To', rules({ onlySendTo: "={{ [$fromAi('list')] }}" })],
		['Max Messages', rules({ maxMessages: '={{ $json.max }}' })],
		['Send Once Key', { options: { sendOnceKey: '={{ $json.key }}' } }],
		['To', { to: '={{ $data.phone }}' }],
	])('sets nothing of %s: %j', async (displayName, parameters) => {
		model.says = { ...SAID, ...MORE };
		await n8n.run(await create(agent(parameters)));
		expect(n8n.recipients).toEqual([]);
		expect(model.answers[0]).toContain(displayName);
		expect(model.answers[0]).toContain('Chat Trigger');
	});

	it.each([3, 2.2])('leads no token to an address of its own (version %d)', async (version) => {
		const { simulator, client } = n8n;
		model.says = { ...SAID, base: simulator.baseUrl, text: simulator.baseUrl };
		const sources = ['$json.base', '$input.first().json.base', '$items()[0].json.base'];
		const ofModel = ["$fromAI('base')", '$tool.parameters.base', '$parameter.message'];
		for (const base of [...sources, ...ofModel]) {
			const data = { ...simulatorCredential(simulator.baseUrl), baseUrl: `={{ ${base} }}` };
			const messagingServiceApi = await client.saveCredential('Any', 'messagingServiceApi', data);
			const file = agent();
			for (const one of file.nodes) if (one.name === 'Agent') one.typeVersion = version;
			await n8n.run(await n8n.create(file, { openAiApi, messagingServiceApi }));
			expect(model.answers).not.toEqual([]);
		}
		expect(simulator.requests).toEqual([]);
	});

	it.each([3, 2.2])(
		'reaches whom the author allowed alone (agent of version %d)',
		async (version) => {
			const run = async (to: string, list: string) => {
				model.says = { ...SAID, ...MORE };
				const file = agent({ to, ...rules({ onlySendTo: list }) });
				for (const one of file.nodes) if (one.name === 'Agent') one.typeVersion = version;
				await n8n.run(await create(file));
			};
			await run('={{ $json.phone }}', '={{ [$input.item.json.list] }}');
			expect(n8n.recipients).toEqual([]);
			await run(`={{ ${AUTHORS}.phone }}`, `={{ [${AUTHORS}.list] }}`);
			expect(n8n.recipients).toEqual([NUMBER]);
		},
	);

	it('approves nothing itself when the time is up', async () => {
		model.says = { ...SAID, approved: true };
		const values = { limitType: 'afterTimeInterval', resumeAmount: 0.001, resumeUnit: 'minutes' };
		const asking = review({ options: { limitWaitTime: { values } } });
		await n8n.run(await create(agent({}, asking)));
		expect(n8n.recipients).toEqual([]);
	});

	it.each(['={{ $json.manager }}', "={{ $fromAI('reviewer') }}", '={{ $tool.parameters.number }}'])(
		'names no reviewer: %s',
		async (to) => {
			model.says = { ...SAID, manager: ALLOWED, reviewer: ALLOWED };
			await n8n.run(await create(agent({}, review({ to }))));
			expect(n8n.recipients).toEqual([]);
		},
	);
});
