/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';
import { parseArgs } from 'node:util';

import { startSimulator } from './index';

/** Returns the port to listen on. @throws Error where it is none */
function chosenPort(): number {
	const { values } = parseArgs({ options: { port: { type: 'string' } } });
	const text = values.port ?? process.env.SIMULATOR_PORT ?? '4010';
	if (/^\d+$/.test(text) && Number(text) <= 65_535) return Number(text);
	throw new Error(`--port takes a port, 0 to 65535, not "${text}".`);
}

async function main(): Promise<void> {
	const port = chosenPort();
	const simulator = await startSimulator({ port }).catch(
		({ code, message }: NodeJS.ErrnoException) => {
			const advice = `Choose another port: npm run simulator -- --port ${port + 1}`;
			throw new Error(code === 'EADDRINUSE' ? `Port ${port} is taken. ${advice}` : message);
		},
	);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void simulator.stop().then(() => process.exit(0)));
	}

	process.stdout.write(`
  Inbox           ${simulator.url}/
  Base URL        ${simulator.baseUrl}
  API tokens      demo-enterprise   every endpoint
                  demo-plain        a plan without Enterprise

  Ctrl-C stops it.

`);
}

main().catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
