/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @typescript-eslint/no-require-imports -- runs on Node.js itself, and loads built nodes by path */
import path from 'node:path';

import type {
	ICredentialType,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IVersionedNodeType,
} from 'n8n-workflow';

import { authenticatedSend } from '../nodes/MessagingService/transport/http';
import { crew } from './crew';

/** Who sends the messages. */
export type ContestantName =
	| 'package'
	| 'before'
	| 'dryRun'
	| 'limited'
	| 'onlySendTo'
	| 'floor'
	| 'httpRequest'
	| 'twilio'
	| 'empty';

/** A node that sends one message for each item, each in its own way. */
export interface Contestant {
	/** n8n decides by the type's name which credentials a node may use. */
	type: string;
	typeVersion: number;
	node: INodeType;
	parameters: INodeParameters;
	credentialType: string;
}

const TO = '={{ $json.to }}';
const MESSAGE = '={{ $json.text }}';

/** The task of a contestant. */
export interface Instructions {
	/** `{base_url}` of the simulator. */
	service: string;
	/** Maximum number of requests at the same time. */
	concurrency: number;
	/** Whether each message has a Send Once Key. */
	hasKeys: boolean;
	/** ms between the starts of two batches, for HTTP Request, which has no other limit. */
	batchInterval: number;
}

/** Returns a contestant that follows the instructions. */
export function contestant(name: ContestantName, instructions: Instructions): Contestant {
	return CONTESTANTS[name](instructions);
}

const CONTESTANTS: Record<ContestantName, (instructions: Instructions) => Contestant> = {
	package: packageWith('package', {}),

	before: packageWith('before', {}),

	dryRun: packageWith('package', { dryRun: true }),

	// None of the recipients is in the list.
	limited: packageWith('package', {
		maxMessages: 1_000_000,
		doNotSendTo: Array.from({ length: 5_000 }, (_, index) => `+1303${2_000_000 + index}`).join(),
	}),

	// All of the recipients are in the list.
	onlySendTo: packageWith('package', {
		onlySendTo: Array.from({ length: 5_000 }, (_, index) => `+1202${2_000_000 + index}`).join(),
	}),

	floor: ({ concurrency }) => ({
		type: 'n8n-nodes-messaging-service.floor',
		typeVersion: 1,
		node: floorTo(concurrency),
		credentialType: 'messagingServiceApi',
		parameters: {},
	}),

	httpRequest: ({ service, concurrency, batchInterval }) => {
		const versions = load<IVersionedNodeType>(
			base('HttpRequest/HttpRequest.node.js'),
			'HttpRequest',
		).nodeVersions;
		return {
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			node: versions[4.2],
			credentialType: 'messagingServiceApi',
			parameters: {
				method: 'POST',
				url: `${service}/send/text`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'messagingServiceApi',
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '={{ { to: $json.to, message: $json.text } }}',
				options: { batching: { batch: { batchSize: concurrency, batchInterval } } },
			},
		};
	},

	twilio: ({ service }) => ({
		type: 'n8n-nodes-base.twilio',
		typeVersion: 1,
		node: twilioTo(service),
		credentialType: 'twilioApi',
		parameters: {
			resource: 'sms',
			operation: 'send',
			from: '+12025550100',
			to: TO,
			toWhatsapp: false,
			message: MESSAGE,
			options: {},
		},
	}),

	empty: () => ({
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		node: load(base('NoOp/NoOp.node.js'), 'NoOp'),
		credentialType: 'messagingServiceApi',
		parameters: {},
	}),
};

/** Makes a contestant of a build that lies beside this program, with further options. */
function packageWith(build: 'package' | 'before', options: INodeParameters) {
	return ({ concurrency, hasKeys }: Instructions): Contestant => ({
		type: 'n8n-nodes-messaging-service.messagingService',
		typeVersion: 1,
		node: load(
			builtFile(build, 'nodes/MessagingService/MessagingService.node.js'),
			'MessagingService',
		),
		credentialType: 'messagingServiceApi',
		parameters: {
			resource: 'message',
			operation: 'send',
			channel: 'sms',
			to: TO,
			message: MESSAGE,
			options: { concurrency, ...(hasKeys && { sendOnceKey: MESSAGE }), ...options },
		},
	});
}

/** Returns the credential type of the package, which all contestants use. */
export function credentialType(): ICredentialType {
	return load(
		builtFile('package', 'credentials/MessagingServiceApi.credentials.js'),
		'MessagingServiceApi',
	);
}

/** Returns a node that calls n8n's helper for requests as the package calls it, and does nothing else. */
function floorTo(concurrency: number): INodeType {
	const { description } = load<INodeType>(base('NoOp/NoOp.node.js'), 'NoOp');
	return {
		description: { ...description, credentials: [{ name: 'messagingServiceApi' }] },
		async execute(this: IExecuteFunctions) {
			const credentials = await this.getCredentials('messagingServiceApi');
			const url = `${credentials.baseUrl}/send/text`;
			const authorization = `Bearer ${String(credentials.apiToken)}`;
			const request = authenticatedSend(this, { authorization });

			const output: INodeExecutionData[] = [];
			await crew(this.getInputData().entries(), concurrency, async ([item, { json }]) => {
				const message = { to: json.to, message: json.text };
				const { body } = await request({ method: 'POST', url, body: message });
				output[item] = { json: JSON.parse(body) as IDataObject, pairedItem: { item } };
			});

			return [output];
		},
	};
}

/** Returns n8n's own Twilio node; only its requests are changed into requests to the service. */
function twilioTo(service: string): INodeType {
	const node = load<INodeType>(base('Twilio/Twilio.node.js'), 'Twilio');
	const { execute } = node;

	node.execute = async function (this: IExecuteFunctions) {
		const { helpers } = this;
		const send = helpers.httpRequestWithAuthentication;
		Object.assign(helpers, {
			requestWithAuthentication: async (
				_type: string,
				{ form }: { form?: Record<string, string> },
			) =>
				await send.call(this, 'twilioApi', {
					method: 'POST',
					url: `${service}/send/text`,
					body: { to: form?.To, message: form?.Body },
					json: true,
				} satisfies IHttpRequestOptions),
		});

		return (await execute?.call(this)) as never;
	};
	return node;
}

function load<T>(file: string, className: string): T {
	const exported = require(file) as Record<string, new () => T>;
	return new exported[className]();
}

function builtFile(build: string, file: string): string {
	return path.join(__dirname, build, 'dist', file);
}

function base(file: string): string {
	return path.join(
		path.dirname(require.resolve('n8n-nodes-base/package.json')),
		'dist',
		'nodes',
		file,
	);
}
