/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { cleanEnvironment, NODE } from '../playground/src/paths';

const RUNS = 7;
const EMPTY_NODE = `const { NodeConnectionTypes } = require('n8n-workflow');
exports.Empty = class { description = { inputs: [NodeConnectionTypes.Main] } };`;

/**
 * Measures how long `require` of a node takes in a cold process in which n8n-workflow is loaded,
 * as in n8n: the middle of several runs, in ms.
 */
export async function loadTimes(folder: string): Promise<Record<string, number>> {
	const empty = path.join(folder, 'empty.cjs');
	await writeFile(empty, EMPTY_NODE);
	const own = path.join(folder, 'package/dist/nodes/MessagingService/MessagingService.node.js');
	return {
		'require of an empty node (ms)': await loadTime(empty, folder),
		'of this node (ms)': await loadTime(own, folder),
		"of n8n's Twilio node (ms)": await loadTime(
			'n8n-nodes-base/dist/nodes/Twilio/Twilio.node.js',
			folder,
		),
	};
}

async function loadTime(module: string, cwd: string): Promise<number> {
	const script = `require('n8n-workflow');
		const start = performance.now();
		new (Object.values(require(${JSON.stringify(module)}))[0])();
		console.log(performance.now() - start);`;
	const times: number[] = [];
	for (let count = 0; count < RUNS; count++) {
		const { stdout } = await promisify(execFile)(NODE, ['-e', script], {
			cwd,
			env: cleanEnvironment(),
		});
		times.push(Number(stdout));
	}
	return Number(times.sort((a, b) => a - b)[(RUNS - 1) / 2].toFixed(1));
}
