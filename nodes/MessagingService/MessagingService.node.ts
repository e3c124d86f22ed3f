import {
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { runOperation } from './run/runOperation';
import { searchNumbers } from './methods/searchNumbers';
import { testCredential } from './methods/testCredential';
import { COUNTRIES } from './phone';
import { nodeProperties } from './actions';
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
		builderHint: {
			searchHint:
				'To verify a number: otp send, ask for the password (e.g. with the form node), otp verify with the otp_id of send. message sendAndWait takes one item: loop over several. Sending and lease adopt cost money: if a model chooses the recipient, set recipientRules. lease getAll lists numbers to adopt, not leased ones. Never send again what has errorDetails.mayHaveBeenSent true.',
		},
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

	execute(this: IExecuteFunctions) {
		return runOperation(this);
	}

	async webhook(this: IWebhookFunctions) {
		return answerVisit(this);
	}
}
