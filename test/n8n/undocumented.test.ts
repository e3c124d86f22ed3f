/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createRequire } from 'node:module';
import path from 'node:path';

import { rows } from '../support/rows';
import { IS_N8N_1, N8N_FOLDER } from './support/install';
import { sharedN8n } from './support/n8n';
import { inARow, SEND, sendNode, split, start, typeName } from './support/workflow';

// What `nodes/MessagingService/n8n/undocumented.ts` reads of n8n: a test that fails names what a new version has changed.

const n8n = sharedN8n();

/** Loads a module of the n8n that is tested. */
const load = <T>(name: string) => createRequire(path.join(N8N_FOLDER, 'package.json'))(name) as T;

type Contexts = Record<'ExecuteContext' | 'SupplyDataContext', { prototype: object }>;

it('the type of a tool ends with "Tool", and that of a review with "HitlTool"', async () => {
	const names = (await n8n.client.nodeTypes()).map(({ name }) => name);
	expect(names).toContain(typeName('messagingServiceTool'));
	if (!IS_N8N_1) expect(names).toContain(typeName('messagingServiceHitlTool'));
});

it('an execution has a whole number, where Engine 2.0 does not run it', async () => {
	const { id } = await n8n.run(inARow(start(), ...split(rows(1)), sendNode()));
	expect(id).toMatch(/^\d+$/);
});

it('a tool that is called in passing alone has a number of its next run', () => {
	const { ExecuteContext, SupplyDataContext } = load<Contexts>('n8n-core');
	expect('getNextRunIndex' in SupplyDataContext.prototype).toBe(true);
	expect('getNextRunIndex' in ExecuteContext.prototype).toBe(false);
});

it('n8n 1 alone asks whether signatures of links are to be checked', () => {
	const { ExecuteContext } = load<Contexts>('n8n-core');
	expect('setSignatureValidationRequired' in ExecuteContext.prototype).toBe(IS_N8N_1);
});

it('an item with an error comes out of the error output, with its own data and all details', async () => {
	const items = rows(2, (index) => (index ? {} : { to: 'nobody' }));
	const { json } = await n8n.run(
		inARow(start(), ...split(items), sendNode({}, { onError: 'continueErrorOutput' })),
	);
	expect(json(SEND)).toHaveLength(1);
	expect(json(SEND, 1)).toEqual([
		expect.objectContaining({ ...items[0], errorDetails: expect.any(Object) as unknown }),
	]);
});

it('an expression that fails names the node and the advice', async () => {
	const message = "={{ $('Elsewhere').item.json.text }}";
	const elsewhere = { ...start(), name: 'Elsewhere', id: 'elsewhere' };
	const file = inARow(start(), ...split(rows(1)), sendNode({ message }));
	const { error } = await n8n.run({ ...file, nodes: [...file.nodes, elsewhere] });
	expect(error?.description).toMatch(/Elsewhere/);
	expect(error?.description).not.toContain('Open the expression');
});

(IS_N8N_1 ? it.skip : it).each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
	'n8n names an error of its protection %s',
	(name) => {
		type Refusals = Record<string, new (host: string) => Error>;
		const { [name]: Refusal } = load<Refusals>('@n8n/backend-network');
		expect(new Refusal('10.0.0.1').name).toBe(name);
	},
);
