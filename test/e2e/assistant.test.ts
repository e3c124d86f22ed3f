/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createRequire } from 'node:module';
import path from 'node:path';

import { PLAYGROUND } from '../../playground/src/paths';
import { loggedIn } from './support/context';

const NODE = 'n8n-nodes-messaging-service.messagingService';

/** The n8n that runs: what its assistant reads comes from its own code. */
const ofN8n = createRequire(path.join(PLAYGROUND, 'package.json'));
const { NodeTypeParser, searchCodeBuilderNodes } = ofN8n('@n8n/ai-utilities/node-catalog') as {
	NodeTypeParser: new (types: unknown[]) => unknown;
	searchCodeBuilderNodes: (types: unknown, queries: string[]) => { results: string };
};

/** What a model asks n8n for: n8n gives it five nodes, and looks for each word by itself. */
const QUERIES = ['otp', '2fa', 'verify phone number', 'lease number', 'text message'];

describe("n8n's assistant", () => {
	it.each(QUERIES)('finds the node for "%s", and hears what it costs', async (query) => {
		const client = await loggedIn();
		const types = new NodeTypeParser(await client.nodeTypes());
		const { results } = searchCodeBuilderNodes(types, [query]);
		expect(results).toContain(`${NODE}\n`);
		expect(results).toContain('cost money');
	});
});
