/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

import { temporaryFolder } from './folders';

// Nothing of the tests may land in the user's own n8n.
process.env.N8N_USER_FOLDER = temporaryFolder('n8n');
process.env.N8N_ENCRYPTION_KEY = 'only-for-tests';
// Tests look at errors themselves; n8n need not print them.
process.env.N8N_LOG_LEVEL = 'silent';
