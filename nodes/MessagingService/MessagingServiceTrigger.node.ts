import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testCredential } from './methods/testCredential';
import { TRIGGER_BUILDER_HINT } from './actions/agentTexts';
import { poll, triggerFields } from './trigger/poll';

export class MessagingServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Trigger',
		name: 'messagingServiceTrigger',
		icon: { light: 'file:messagingService.svg', dark: 'file:messagingService.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter.event === "numberAvailable" ? "Number Available" : "Number Status Changed" }}',
		description:
			// n8n's panel merges the two nodes into one entry, and shows this for both.
			'Send messages and verify numbers, or start the workflow when a phone number becomes available or changes',
		defaults: { name: 'Messaging Service Trigger' },
		polling: true,
		builderHint: TRIGGER_BUILDER_HINT,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'messagingServiceApi', required: true, testedBy: 'messagingServiceApiTest' },
		],
		properties: triggerFields,
	};

	methods = { credentialTest: { messagingServiceApiTest: testCredential } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
