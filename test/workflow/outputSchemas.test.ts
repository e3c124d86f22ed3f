/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

import type { IDataObject } from 'n8n-workflow';

import { lease } from '../support/lease';
import type { TriedOperation } from '../support/operations';
import { operationOf, OPERATIONS, schemaOf, TRIGGER_SCHEMA } from '../support/operations';
import { Poller } from '../support/poller';
import { shapeOf } from '../support/shape';
import { simulated } from '../support/simulated';

const service = simulated();

const FOLDER = path.resolve('nodes', 'MessagingService', '__schema__');
const NUMBER = '+12125550102';

/** Holds a schema to what came out, or writes it anew: `npm run schemas`. */
function check(file: string, items: IDataObject[]): void {
	const target = path.join(FOLDER, file);
	expect(items.length).toBeGreaterThan(0);
	if (process.env.SCHEMAS === 'write') {
		mkdirSync(path.dirname(target), { recursive: true });
		writeFileSync(target, `${JSON.stringify(shapeOf(items[0]), null, '\t')}\n`);
	}
	if (!existsSync(target)) throw new Error(`${file} is missing: npm run schemas makes it`);
	const schema: unknown = JSON.parse(readFileSync(target, 'utf8'));
	for (const item of items) expect(shapeOf(item)).toEqual(schema);
}

async function run({ parameters, after }: TriedOperation): Promise<IDataObject[]> {
	const input = after === undefined ? undefined : await run(operationOf(after));
	const { json, error } = await service.run(parameters, { ...(input && { input }) });
	expect(error).toBeUndefined();
	return json;
}

describe('what the editor shows of an output before a first run', () => {
	// The answer of a person is tried where there is one, in the browser.
	const answered = OPERATIONS.filter(({ name }) => name !== 'message.sendAndWait');
	it.each(answered)('is what $name then gives', async (operation) => {
		check(schemaOf(operation), await run(operation));
	});

	it('is what the trigger then gives, with the fields of both events', async () => {
		const credentials = service.credentials();
		const pool = new Poller({ event: 'numberAvailable', filters: {} }, credentials);
		const status = new Poller({ event: 'numberStatusChanged', numbers: [NUMBER] }, credentials);
		const shown = await pool.test();
		await status.poll();
		await lease(service.simulator.baseUrl, 'register', NUMBER);
		const items = [...(shown ?? []), ...((await status.poll()) ?? [])];
		expect(items.length).toBeGreaterThan(1);
		check(TRIGGER_SCHEMA, [Object.assign({}, ...items) as IDataObject]);
	});

	it('is there for every operation, and for the trigger, and for nothing else', () => {
		const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.json'))
			.map((file) => file.split(path.sep).join('/'));
		expect(files.sort()).toEqual([...OPERATIONS.map(schemaOf), TRIGGER_SCHEMA].sort());
	});
});
