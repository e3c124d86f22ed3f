/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../support/operations';
import { Poller } from '../support/poller';
import { itemsFor, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

/** A schema as n8n's editor reads it: types alone. */
interface OutputSchema {
	type: string;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
}

/** Returns the schema of what a value holds. A list is as its first entry. */
function shapeOf(value: unknown): OutputSchema {
	if (Array.isArray(value)) {
		return { type: 'array', ...(value.length > 0 && { items: shapeOf(value[0]) }) };
	}
	if (typeof value === 'object' && value !== null) {
		const properties = Object.entries(value).map(([name, one]) => [name, shapeOf(one)] as const);
		return { type: 'object', properties: Object.fromEntries(properties) };
	}
	return { type: typeof value };
}

/** The file of what an operation puts out, as n8n looks for it, and of the trigger. */
const schemaOf = ({ name }: { name: string }) => `v1.0.0/${name.replace('.', '/')}.json`;
const TRIGGER_SCHEMA = 'v1.0.0.json';

const FILE = 'nodes/MessagingService/outputs.json';
const NUMBER = '+12125550102';

/** By the file that the build makes of each, within the folder `__schema__`. */
const schemas = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, OutputSchema>;

/** Holds a schema to what came out, or sets it anew: `npm run schemas`. */
function check(file: string, items: IDataObject[]): void {
	expect(items.length).toBeGreaterThan(0);
	if (process.env.SCHEMAS === 'write') schemas[file] = shapeOf(items[0]);
	if (!schemas[file]) throw new Error(`${FILE} has no ${file}: npm run schemas adds it`);
	for (const item of items) expect(shapeOf(item)).toEqual(schemas[file]);
}

describe('what the editor shows of an output before a first run (outputs.json, by npm run schemas)', () => {
	// The answer of a person is tried where there is one, in the browser.
	it.each(OPERATIONS.filter(({ waits }) => !waits))('is what $name then gives', async (tried) => {
		const items = await itemsFor(service, tried.name);
		const { json } = await send(service, { operation: tried.name, items });
		check(schemaOf(tried), json);
	});

	it('is what the trigger then gives, with the fields of both events', async () => {
		const credentials = service.credentials();
		const pool = new Poller({ event: 'numberAvailable', filters: {} }, credentials);
		const status = new Poller({ event: 'numberStatusChanged', numbers: [NUMBER] }, credentials);
		const shown = await pool.test();
		await status.poll();
		await service.lease('register', NUMBER);
		const items = [...(shown ?? []), ...((await status.poll()) ?? [])];
		expect(items.length).toBeGreaterThan(1);
		check(TRIGGER_SCHEMA, [Object.assign({}, ...items) as IDataObject]);
	});

	it('is there for every operation, and for the trigger, and for nothing else', () => {
		const wanted = [...OPERATIONS.map(schemaOf), TRIGGER_SCHEMA].sort();
		if (process.env.SCHEMAS === 'write') {
			const sorted = Object.fromEntries(wanted.map((file) => [file, schemas[file]]));
			writeFileSync(FILE, `${JSON.stringify(sorted, null, '\t')}\n`);
		} else {
			expect({ [FILE]: Object.keys(schemas) }).toEqual({ [FILE]: wanted });
		}
	});
});
