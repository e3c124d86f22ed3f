/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

// Nothing of the tests may land in the user's own n8n.
const folder = mkdtempSync(path.join(tmpdir(), 'messaging-service-n8n-'));
process.env.N8N_USER_FOLDER = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
process.env.N8N_ENCRYPTION_KEY = 'only-for-tests';
// Tests look at errors themselves; n8n need not print them.
process.env.N8N_LOG_LEVEL = 'silent';
