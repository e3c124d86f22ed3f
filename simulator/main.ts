/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

import { HELP, readOptions } from './commandLine';
import { startSimulator } from './index';

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2), process.env);
	if (options === 'help') {
		process.stdout.write(HELP);
		return;
	}

	const simulator = await startSimulator(options).catch((error: unknown) => {
		throw isTakenPort(error) ? new Error(takenPort(options.port)) : error;
	});

	const stop = () => {
		void simulator.stop().then(() => process.exit(0));
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);

	process.stdout.write(
		[
			'',
			`  Inbox           ${simulator.url}/`,
			`  Base URL        ${simulator.baseUrl}`,
			'  API tokens      demo-enterprise   every endpoint',
			'                  demo-plain        a plan without Enterprise',
			'',
			'  Ctrl-C stops it.',
			'',
			'',
		].join('\n'),
	);
}

const isTakenPort = (error: unknown) =>
	error instanceof Error && (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

const takenPort = (port = 0) =>
	`Port ${port} is taken by another program. Choose another: npm run simulator -- --port ${port + 1}`;

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
