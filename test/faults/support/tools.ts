/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { existsSync } from 'node:fs';
import process from 'node:process';

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];

/** Where a program is, undefined where it is not installed. */
function programOf(name: string): string | undefined {
	return FOLDERS.map((folder) => `${folder}/${name}`).find((file) => existsSync(file));
}

/**
 * Gives where a program is.
 * @throws Error that says how to install it
 */
export function requireTool(name: string): string {
	const program = programOf(name);
	if (program) return program;
	throw new Error(`There is no ${name} on this machine. Install it: apt-get install ${name}`);
}

/**
 * Describes tests that need programs of Debian. Where one is missing they are left out and the run says
 * so; in CI they fail.
 */
export function describeWith(tools: string[], name: string, tests: () => void): void {
	const missing = tools.filter((tool) => !programOf(tool));
	if (missing.length === 0) {
		describe(name, tests);
		return;
	}
	const message = `not tried, as there is no ${missing.join(', ')} here: apt-get install ${missing.join(' ')}`;
	describe(name, () => {
		if (process.env.CI) {
			it(message, () => {
				throw new Error(message);
			});
		} else {
			it.skip(message, () => undefined);
		}
	});
}
