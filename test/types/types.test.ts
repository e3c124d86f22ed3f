/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';

/** What the compiler prints of the whole project; nothing where all types are right. */
async function typeErrors(): Promise<string> {
	const compiler = require.resolve('typescript/bin/tsc');
	const check = promisify(execFile)(process.execPath, [compiler, '-p', 'tsconfig.check.json']);
	const { stdout, stderr } = await check.catch(
		(error: { stdout: string; stderr: string }) => error,
	);
	return stdout + stderr;
}

describe('the TypeScript compiler', () => {
	it('finds no error in the whole project, its tests included', async () => {
		expect(await typeErrors()).toBe('');
	});
});
