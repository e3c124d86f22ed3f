/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { execFile } from 'node:child_process';
import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { packPackage } from '../playground/src/package';
import { cleanEnvironment, NODE } from '../playground/src/paths';
import type { Section } from './section';
import { atMost, round, withSpread } from './section';
import { inTurns, middle } from './turns';

const ROUNDS = 9;
const EMPTY_NODE = `const { NodeConnectionTypes } = require('n8n-workflow');
exports.Empty = class { description = { inputs: [NodeConnectionTypes.Main] } };`;

/** ms that each one takes to load. */
type Round = Record<'empty' | 'own' | 'twilio', number>;

/**
 * Measures how large the package is, and the processor time of `require` of its node: in a cold process in which
 * n8n-workflow is loaded, as it is in n8n.
 * @param folder holds the built package, among the modules of n8n
 */
export async function loading(folder: string): Promise<Section> {
	const emptyNode = path.join(folder, 'empty.cjs');
	await writeFile(emptyNode, EMPTY_NODE);

	const dist = path.join(folder, 'package', 'dist');
	const time = (module: string) => async () => await loadTime(module, folder);
	const rounds = await inTurns<Round>(
		{
			empty: time(emptyNode),
			own: time(path.resolve(dist, 'nodes/MessagingService/MessagingService.node.js')),
			twilio: time('n8n-nodes-base/dist/nodes/Twilio/Twilio.node.js'),
		},
		{ least: ROUNDS },
	);

	const ms = (figure: (round: Round) => number) => middle(rounds.map(figure));
	const line = (who: string, figure: (round: Round) => number) => ({
		who,
		ms: withSpread(ms(figure), 1),
	});

	const tarball = await kilobytes(await packPackage(path.join(folder, 'tarball')));
	const files = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.js'));
	const sizes = files
		.sort()
		.map(async (what) => ({ what, kB: await kilobytes(path.join(dist, what)) }));

	return {
		tables: {
			'processor time of `require` in a cold process': [
				line('an empty node', ({ empty }) => empty),
				line('package', ({ own }) => own),
				line("n8n's Twilio node", ({ twilio }) => twilio),
			],
			'size of the package': [{ what: 'tarball', kB: tarball }, ...(await Promise.all(sizes))],
		},
		targets: [
			atMost('tarball (kB)', tarball, 130),
			atMost(
				'`require`, more than an empty node (ms)',
				ms(({ own, empty }) => own - empty),
				30,
			),
		],
	};
}

async function kilobytes(file: string): Promise<number> {
	return round((await stat(file)).size / 1000, 1);
}

async function loadTime(module: string, cwd: string): Promise<number> {
	// The first use of Intl loads its tables; n8n has used it before it loads any node.
	const script = `require('n8n-workflow');
		new Intl.DateTimeFormat();
		const before = process.cpuUsage();
		new (Object.values(require(${JSON.stringify(module)}))[0])();
		const { user, system } = process.cpuUsage(before);
		console.log((user + system) / 1000);`;

	const { stdout } = await promisify(execFile)(NODE, ['-e', script], {
		cwd,
		env: cleanEnvironment(),
	});
	return Number(stdout);
}
