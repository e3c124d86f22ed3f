import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { runOperation } from './run/runOperation';
import { searchNumbers } from './methods/searchNumbers';
import { testCredential } from './methods/testCredential';
import { COUNTRIES } from './phone';
import { BUILDER_HINT } from './actions/agentTexts';
import { nodeProperties } from './actions/panel';
import { WAIT_LIMIT_HINT } from './question/waitLimit';
import { answerVisit, webhooks } from './question/webhook';

export class MessagingService implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service',
		name: 'messagingService',
		icon: { light: 'file:messagingService.svg', dark: 'file:messagingService.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Send texts, iMessage and WhatsApp messages, verify phone numbers by one-time password, and lease phone numbers',
		defaults: { name: 'Messaging Service' },
		usableAsTool: true,
		builderHint: BUILDER_HINT,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'messagingServiceApi', required: true, testedBy: 'messagingServiceApiTest' },
		],
		webhooks,
		hints: [WAIT_LIMIT_HINT],
		waitingNodeTooltip:
			'={{ $parameter["operation"] === "sendAndWait" ? "Execution continues when the recipient responds" : "" }}',
		properties: nodeProperties(),
	};

	methods = {
		listSearch: { searchNumbers },
		loadOptions: { getCountries: async () => COUNTRIES },
		credentialTest: { messagingServiceApiTest: testCredential },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperation(this);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return answerVisit(this);
	}
}
