import {
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testCredential } from './methods/testCredential';
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
		description: 'Starts the workflow when a phone number becomes available, or when one changes',
		defaults: { name: 'Messaging Service Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'messagingServiceApi', required: true, testedBy: 'messagingServiceApiTest' },
		],
		properties: triggerFields,
	};

	methods = { credentialTest: { messagingServiceApiTest: testCredential } };

	poll(this: IPollFunctions) {
		return poll(this);
	}
}
