/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Makes a folder. */
export const makeFolder = (purpose: string): string =>
	mkdtempSync(path.join(tmpdir(), `messaging-service-${purpose}-`));

/** Removes a folder with all that is in it. */
export const removeFolder = (folder: string): void =>
	rmSync(folder, { recursive: true, force: true });

/** Makes a folder for the tests of a file, which goes after them. */
export function temporaryFolder(purpose: string): string {
	const folder = makeFolder(purpose);
	afterAll(() => removeFolder(folder));
	return folder;
}
