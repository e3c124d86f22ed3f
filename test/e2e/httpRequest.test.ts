import type {
	CredentialReference,
	Json,
	N8nClient,
	WorkflowFile,
} from '../../playground/src/n8nClient';
import { Eavesdropper } from '../support/eavesdropper';
import { loggedIn, runWorkflow } from './support/context';
import { TRIGGER } from './support/rows';

const apiToken = ['only', 'for', 'the', 'service'].join('-');

let client: N8nClient;
let service: Eavesdropper;
let elsewhere: Eavesdropper;
let credential: CredentialReference;

beforeAll(async () => {
	client = await loggedIn();
	[service, elsewhere] = [await Eavesdropper.start(), await Eavesdropper.start()];
	credential = await client.saveCredential('Used, not seen', 'messagingServiceApi', {
		baseUrl: service.url,
		apiToken,
	});
});

afterAll(async () => {
	await service.stop();
	await elsewhere.stop();
});

const request = (path: string, options: Json, more: Json = {}): Json => ({
	method: 'GET',
	url: `${service.url}${path}`,
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'messagingServiceApi',
	options,
	...more,
});

/** A workflow whose second step asks with the credential, and whose third looks at what came of it. */
function workflow(parameters: Json): WorkflowFile {
	const look =
		'={{ $json.error?.cause?.options?.headers?.Authorization }}{{ JSON.stringify($json) }}';
	const steps = [
		{ name: TRIGGER, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{
			name: 'Ask',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters,
			credentials: { messagingServiceApi: credential },
			onError: 'continueRegularOutput',
		},
		{
			name: 'Look',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				assignments: { assignments: [{ id: '1', name: 'seen', type: 'string', value: look }] },
			},
		},
	];
	return {
		name: 'Somebody who may use a credential, and not see it',
		nodes: steps.map((step) => ({ id: step.name, position: [0, 0], ...step })),
		connections: {
			[TRIGGER]: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] },
			Ask: { main: [[{ node: 'Look', type: 'main', index: 0 }]] },
		},
	};
}

it.each<[string, () => Json]>([
	[
		'a redirect',
		() => {
			const redirect = { redirect: { followRedirects: true, maxRedirects: 5 } };
			return request(`/?redirect=${elsewhere.url}`, { redirect });
		},
	],
	['a proxy of its own', () => request('/', { proxy: elsewhere.url })],
	[
		'a proxy, with no certificate checked',
		() => request('/', { proxy: elsewhere.url, allowUnauthorizedCerts: true }),
	],
	['a method that echoes', () => request('/', {}, { method: "={{ 'TRACE' }}" })],
	['the error of a failed request', () => request('/?status=404', {})],
])('nobody reads the token out of HTTP Request by %s', async (_, parameters) => {
	const outcome = await runWorkflow(client, workflow(parameters()), TRIGGER).then(
		(execution) => ({ seen: JSON.stringify(execution.data) }),
		(error: Error) => ({ seen: error.message }),
	);
	expect(outcome.seen).not.toContain(apiToken);
	expect(outcome.seen).toContain('restricted');
	expect(JSON.stringify(elsewhere.overheard)).not.toContain(apiToken);
});
