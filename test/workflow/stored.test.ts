/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';

import { KeyStore } from '../support/keyStore';
import { simulated } from '../support/simulated';
import { asFile, BUILDS, comparable, fileOf, leaveBehind, storedBy } from '../support/stored';

const service = simulated();
const store = new KeyStore();

beforeAll(async () => await store.register());

const newest = BUILDS.at(-1) ?? 0;

describe('what this build leaves with n8n', () => {
	it('is what the newest file in test/stored says (npm run stored adds a file, and then it needs a reader)', async () => {
		const { baseUrl } = service.simulator;
		const today = await leaveBehind(service, store);
		const known = newest > 0 ? comparable(storedBy(newest, baseUrl), baseUrl) : undefined;
		const now = comparable(today, baseUrl);
		if (process.env.STORED === 'write') {
			if (!isDeepStrictEqual(now, known)) writeFileSync(fileOf(newest + 1), asFile(today, baseUrl));
			return;
		}
		expect(now).toEqual(known);
	});
});
