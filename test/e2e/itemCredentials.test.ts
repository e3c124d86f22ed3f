import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type {
	CredentialReference,
	Json,
	N8nClient,
	WorkflowFile,
} from '../../playground/src/n8nClient';
import { Eavesdropper } from '../support/eavesdropper';
import { loggedIn, runWorkflow } from './support/context';
import { SENDER, TRIGGER } from './support/rows';

const TYPE = 'n8n-nodes-messaging-service.messagingService';

let client: N8nClient;
let here: Eavesdropper;
let there: Eavesdropper;

beforeAll(async () => {
	client = await loggedIn();
	[here, there] = [await Eavesdropper.start(), await Eavesdropper.start()];
});

afterAll(async () => {
	await here.stop();
	await there.stop();
});

beforeEach(() => {
	here.overheard.length = 0;
	there.overheard.length = 0;
});

const tokenOf = (customer: string) => ['token', 'of', customer, '7f31'].join('-');

const credential = async (data: Json): Promise<CredentialReference> =>
	await client.saveCredential('By item', 'messagingServiceApi', {
		baseUrl: '={{ $json.url }}',
		apiToken: '={{ $json.token }}',
		...data,
	});

/** Sends one message for each row, in a loop of so many rows where that is told. */
function workflow(
	rows: IDataObject[],
	messagingServiceApi: CredentialReference,
	more: INodeParameters = {},
): WorkflowFile {
	const step = (name: string, type: string, typeVersion: number, parameters: INodeParameters) => ({
		id: `${name} ${Math.random()}`,
		name,
		type,
		typeVersion,
		position: [0, 0] as [number, number],
		parameters,
	});

	const nodes = [
		step(TRIGGER, 'n8n-nodes-base.manualTrigger', 1, {}),
		step('Rows', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ rows }) }),
		step('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'rows' }),
		{
			...step(SENDER, TYPE, 1, {
				resource: 'message',
				operation: 'send',
				channel: 'sms',
				to: '+12025550100',
				message: 'Hello',
				...more,
			}),
			credentials: { messagingServiceApi },
		},
	];
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, index) => [
				nodes[index].name,
				{ main: [[{ node: name, type: 'main', index: 0 }]] },
			]),
	);

	return { name: 'Customers', nodes, connections };
}

const tokens = ({ overheard }: Eavesdropper) =>
	overheard.map(({ headers }) => headers.authorization);

it.each([
	['the item', '={{ $json.token }}'],
	['the item of another node', '={{ $("Split").item.json.token }}'],
	[
		'the place of the item',
		`={{ $itemIndex === 1 ? "${tokenOf('ben')}" : $input.item?.json.token }}`,
	],
])('each item goes to its own address with the token that %s names', async (_, apiToken) => {
	const rows = [
		{ url: here.url, token: tokenOf('anna') },
		{ url: there.url, token: tokenOf('ben') },
		{ url: here.url, token: tokenOf('carl') },
	];
	const file = workflow(rows, await credential({ apiToken }));
	expect((await runWorkflow(client, file, TRIGGER)).status).toBe('success');
	expect(tokens(here)).toEqual([`Bearer ${tokenOf('anna')}`, `Bearer ${tokenOf('carl')}`]);
	expect(tokens(there)).toEqual([`Bearer ${tokenOf('ben')}`]);
});

it('an item between two that have the default token goes with its own', async () => {
	const rows = [{ url: here.url }, { url: here.url, token: tokenOf('ben') }, { url: here.url }];
	const apiToken = `={{ $input.item?.json.token ?? "${tokenOf('anna')}" }}`;
	const file = workflow(rows, await credential({ apiToken, baseUrl: here.url }));

	expect((await runWorkflow(client, file, TRIGGER)).status).toBe('success');
	expect(tokens(here)).toEqual(['anna', 'ben', 'anna'].map((name) => `Bearer ${tokenOf(name)}`));
});

it('an item without a token stops the run before any request, and the error shows no token', async () => {
	const rows = [
		{ url: here.url, token: tokenOf('anna') },
		{ url: here.url },
		{ url: '', token: tokenOf('carl') },
	];
	const file = workflow(rows, await credential({}));
	const { status, data } = await runWorkflow(client, file, TRIGGER);

	expect(status).toBe('error');

	const { message, description } = data.resultData.error ?? {};
	expect(message).toContain('2 of 3');
	expect(description).toContain('The API Token of the credential is empty');
	expect(description).toContain('The Base URL of the credential is empty');
	expect(here.overheard).toEqual([]);
	for (const customer of ['anna', 'carl']) expect(description).not.toContain(tokenOf(customer));
});

it('the list of numbers, which has no items, says so where the credential needs one', async () => {
	const messagingServiceApi = await credential({});
	const list = client.request('POST', '/rest/dynamic-node-parameters/resource-locator-results', {
		nodeTypeAndVersion: { name: TYPE, version: 1 },
		path: 'parameters.number',
		methodName: 'searchNumbers',
		currentNodeParameters: { resource: 'lease', operation: 'adopt' },
		credentials: { messagingServiceApi },
		projectId: (await client.request<{ id: string }>('GET', '/rest/projects/personal')).id,
	});
	await expect(list).rejects.toThrow('needs an item');
});
