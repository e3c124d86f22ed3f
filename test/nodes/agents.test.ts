import type { INodeParameters } from 'n8n-workflow';

import { REVIEW_TYPE } from '../support/n8nCore';
import { RECIPIENT } from '../support/operations';
import type { Sending } from '../support/send';
import { send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

/** Runs the node as a tool, and expects that it refuses before any request. */
async function expectRefused(
	displayName: string,
	parameters: INodeParameters,
	more: Sending = { asTool: true },
) {
	const items = [{ to: RECIPIENT, list: RECIPIENT, max: 3 }];
	const { error, requests } = await send(service, { fails: true, items, parameters, ...more });
	expect(error.message).toContain(`'${displayName}'`);
	expect(error.message).not.toContain(RECIPIENT);
	expect(requests).toEqual([]);
	return error;
}

it.each([
	'$json.list',
	'$JSON.list',
	'$data.list',
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
])("what an agent's model can set is no rule, no option and no recipient: %s", async (given) => {
	const onlySendTo = `={{ [${given}] }}`;
	const error = await expectRefused('Only Send To', { recipientRules: { onlySendTo } });
	expect(error.message).toContain("{{ $('Chat Trigger').first().json.phone }}");
	const maxMessages = `={{ ${given} }}`;
	await expectRefused('Max Messages', { recipientRules: { maxMessages } });
	await expectRefused('Send Once Key', { options: { sendOnceKey: `=key {{ ${given} }}` } });

	// It alone says openly that a model chooses whom to text.
	const to = `={{ ${given} }}`;
	if (!given.includes('from')) await expectRefused('To', { to });
	const operation = 'message.sendAndWait';
	const node = { onError: 'stopWorkflow' } as const;
	const review = { operation, type: REVIEW_TYPE, node };
	await expectRefused('To', { to }, review);
	// A button could say the opposite of what it does.
	const approvalOptions = { values: { approveLabel: `={{ ${given} }}` } };
	await expectRefused('Approve Button Label', { approvalOptions, to: RECIPIENT }, review);
});

it('no rule is left to a model in a node that is no tool', async () => {
	const onlySendTo = "={{ [$fromAi('list')] }}";
	await expectRefused('Only Send To', { recipientRules: { onlySendTo } }, {});
});

it.each(['$("Source").first().json', '$node["Source"].json', '$items("Source")[$itemIndex].json'])(
	'what a node by its name gives is a rule, and a model may choose whom to text: %s',
	async (node) => {
		const recipientRules = { onlySendTo: `={{ [${node}.list] }}` };
		const items = [{ to: RECIPIENT, list: RECIPIENT }];
		const parameters = { to: "={{ $fromAI('to') }}", recipientRules };
		await send(service, { asTool: true, items, parameters });
		expect(service.sent()).toEqual([RECIPIENT]);
	},
);
