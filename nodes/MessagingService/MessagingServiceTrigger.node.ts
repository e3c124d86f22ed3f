import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testCredential } from './methods/testCredential';
import { TRIGGER_BUILDER_HINT, triggerFields } from './trigger/fields';
import { poll } from './trigger/poll';

export class MessagingServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Trigger',
		name: 'messagingServiceTrigger',
		icon: { light: 'file:messagingService.svg', dark: 'file:messagingService.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter.event === "numberAvailable" ? "Number Available" : "Number Status Changed" }}',
		description: 'Starts the workflow when a phone number becomes available, or when one changes',
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
