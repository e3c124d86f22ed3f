import type { INodeParameters } from 'n8n-workflow';

import { REVIEW_TYPE } from '../support/n8nCore';
import { RECIPIENT } from '../support/operations';
import { send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

/** Expressions that a model can set in a tool, whatever the author meant. */
const SET_BY_MODEL = [
	'$json.list',
	'$JSON.list',
	'$data.list',
	'$input.item.json.list',
	'$input.first().json.list',
	'$items()[0].json.list',
	'$parameter.message',
	'$tool.parameters.list',
	'$thisItem.json.list',
	'$rawParameter.message',
	'$node["Messaging Service"].parameter.message',
	'$evaluateExpression("{{ $" + "json.list }}")',
	'\\u0024json.list',
	"$fromAI('list')",
	"$fromAi('list')",
	"$fromai('list')",
];

const NODES = "$('Source').first().json";

/** Runs the node as a tool, or as the review of one, and expects that it refuses before any request. */
async function expectRefused(parameters: INodeParameters, displayName: string, more = {}) {
	const { error, requests } = await send(service, {
		fails: true,
		asTool: true,
		items: [{ to: RECIPIENT, list: RECIPIENT, max: 3 }],
		parameters,
		...more,
	});
	expect(error.message).toContain(`'${displayName}'`);
	expect(error.message).not.toContain(RECIPIENT);
	expect(requests).toEqual([]);
	return error;
}

describe("what an agent's model can set protects nobody", () => {
	it.each(SET_BY_MODEL)('as a rule or an option of a tool: %s', async (expression) => {
		const onlySendTo = `={{ [${expression}] }}`;
		const error = await expectRefused({ recipientRules: { onlySendTo } }, 'Only Send To');
		expect(error.message).toContain("{{ $('Chat Trigger').first().json.phone }}");

		const maxMessages = `={{ ${expression} }}`;
		await expectRefused({ recipientRules: { maxMessages } }, 'Max Messages');
		const sendOnceKey = `=key {{ ${expression} }}`;
		await expectRefused({ options: { sendOnceKey } }, 'Send Once Key');
	});

	it.each(SET_BY_MODEL.slice(0, -3))("as 'To' of a tool: %s", async (expression) => {
		await expectRefused({ to: `={{ ${expression} }}` }, 'To');
	});

	it.each(SET_BY_MODEL)("as 'To' of a review: %s", async (expression) => {
		const more = { operation: 'message.sendAndWait', type: REVIEW_TYPE, asTool: undefined };
		await expectRefused({ to: `={{ ${expression} }}` }, 'To', {
			...more,
			node: { onError: 'stopWorkflow' },
		});
	});

	it('where it is left to a model in a node that is no tool', async () => {
		const onlySendTo = "={{ [$fromAi('list')] }}";
		await expectRefused({ recipientRules: { onlySendTo } }, 'Only Send To', { asTool: false });
	});

	it.each([
		NODES,
		'$("Source").first().json',
		'$node["Source"].json',
		'$items("Source")[$itemIndex].json',
	])(
		'what a node by its name gives does, and a model may choose whom to text: %s',
		async (node) => {
			const recipientRules = { onlySendTo: `={{ [${node}.list] }}` };
			const items = [{ to: RECIPIENT, list: RECIPIENT }];
			const parameters = { to: "={{ $fromAI('to') }}", recipientRules };
			await send(service, { asTool: true, items, parameters });
			expect(service.sent()).toEqual([RECIPIENT]);
		},
	);
});
