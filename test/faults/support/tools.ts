/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { existsSync } from 'node:fs';

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];

/** Returns where a program of Debian is. @throws Error that says how to install it */
export function requireTool(name: string): string {
	const program = FOLDERS.map((folder) => `${folder}/${name}`).find((file) => existsSync(file));
	if (program) return program;
	throw new Error(`There is no ${name} on this machine. Install it: apt-get install ${name}`);
}
