/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
// npm run bench [-- --quick] [section …]: fails where a target is missed in every round.
import process from 'node:process';

import { Machine } from '../test/n8n/support/install';
import { isMissed, lineOf } from './rounds';
import { SECTIONS } from './sections';

const print = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
	const given = process.argv.slice(2);
	const isQuick = given.includes('--quick');
	const wanted = given.filter((one) => one !== '--quick');
	const names = Object.keys(SECTIONS);
	const unknown = wanted.filter((name) => !names.includes(name));
	if (unknown.length > 0)
		throw new Error(`No such section: ${unknown.join()}. There are: ${names.join()}`);

	const machine = await Machine.start();
	try {
		for (const name of wanted.length > 0 ? wanted : names) {
			for (const figure of await SECTIONS[name]({ machine, isQuick })) {
				print(lineOf(figure));
				if (isMissed(figure)) process.exitCode = 1;
			}
		}
	} finally {
		await machine.stop();
	}
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack ?? error.message}\n`);
	process.exitCode = 1;
});
