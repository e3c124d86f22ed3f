/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';
import { parseArgs } from 'node:util';

import { startSimulator } from './index';

/** Port of the simulator, where `--port` or SIMULATOR_PORT names no other one. */
const DEFAULT_PORT = 4010;

/** Returns the port to listen on. @throws Error where it is none */
function chosenPort(): number {
	const { values } = parseArgs({ options: { port: { type: 'string' } } });
	const text = values.port ?? process.env.SIMULATOR_PORT ?? String(DEFAULT_PORT);

	if (!/^\d+$/.test(text) || Number(text) > 65_535) {
		throw new Error(`--port takes a port, 0 to 65535, not "${text}".`);
	}
	return Number(text);
}

async function main(): Promise<void> {
	const port = chosenPort();
	const simulator = await startSimulator({ port }).catch((error: unknown) => {
		throw isTakenPort(error) ? new Error(takenPort(port)) : error;
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

const takenPort = (port: number) =>
	`Port ${port} is taken by another program. Choose another: npm run simulator -- --port ${port + 1}`;

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
