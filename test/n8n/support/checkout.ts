/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { cp, symlink } from 'node:fs/promises';
import path from 'node:path';

import { ROOT } from '../../../playground/src/paths';

/** Folders that a clean checkout lacks. */
const MADE = ['.cache', '.git', 'data', 'dist', 'node_modules'];

/** Copies the project into a new folder as a clean checkout has it; what npm has installed is linked. */
export async function checkOut(folder: string): Promise<void> {
	const filter = (source: string) => !MADE.includes(path.basename(source));
	await cp(ROOT, folder, { recursive: true, filter });
	for (const modules of ['node_modules', path.join('playground', 'node_modules')]) {
		await symlink(path.join(ROOT, modules), path.join(folder, modules), 'junction');
	}
}
