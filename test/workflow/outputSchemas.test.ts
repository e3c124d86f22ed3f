/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import type { OutputSchema } from '../../schemas/outputSchemas';
import { outputSchemas } from '../../schemas/outputSchemas';
import { lease } from '../support/lease';
import { messagingService } from '../support/n8nCore';
import { Poller } from '../support/poller';
import { asShape, shapeOf } from '../support/shape';
import { RECIPIENT, simulated } from '../support/simulated';

const service = simulated();

/** As they are published. */
const FOLDER = path.resolve('dist', 'nodes', 'MessagingService', '__schema__');
const NUMBER = '+12125550102';

const read = (file: string) =>
	JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as OutputSchema;
const schemaOf = (operation: string) => asShape(read(`v1.0.0/${operation}.json`));

/** Every operation of the panel, as `resource/operation`. */
const operations = messagingService.description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options }) =>
		(options as INodePropertyOptions[]).map(
			({ value }) => `${displayOptions?.show?.resource?.[0]}/${value}`,
		),
	);

const intent = { toNumber: RECIPIENT, companyName: 'Acme' };
const number = { __rl: true, mode: 'number', value: NUMBER };

/** What is to be given to an operation, and what is to be done before. */
const RUNS: Record<string, INodeParameters> = {
	'message/send': { channel: 'sms', to: RECIPIENT, message: 'Hello' },
	'otp/send': { to: RECIPIENT },
	'otp/verify': { otpId: '={{ $json.otp_id }}', otp: '000000' },
	'intent/generate': intent,
	'intent/generateAndSend': intent,
	'lease/getAll': { returnAll: true, filters: { country: 'US' } },
	'lease/getStatus': { number },
	'lease/adopt': { number },
	'lease/adoptFirstAvailable': { filters: {} },
	'lease/relinquish': { number },
};

const run = async (operation: string, input?: IDataObject[]) => {
	const [resource, value] = operation.split('/');
	const parameters = { resource, operation: value, ...RUNS[operation] };
	const { json, error } = await service.run(parameters, { ...(input && { input }) });
	expect(error).toBeUndefined();
	return json;
};

/** What another operation has to do before. */
async function prepare(operation: string): Promise<IDataObject[] | undefined> {
	if (operation === 'otp/verify') return await run('otp/send');
	if (operation === 'lease/relinquish') await run('lease/adopt');
	return undefined;
}

describe('what the editor shows of an output before a first run', () => {
	it('is there for every operation, and for the trigger', () => {
		const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.json'))
			.map((file) => file.split(path.sep).join('/'));
		const wanted = operations.map((operation) => `v1.0.0/${operation}.json`);
		expect(files.sort()).toEqual([...wanted, 'v1.0.0.json'].sort());
	});

	it('is what the schemas of the answers say now: `npm run schemas` makes it anew', () => {
		for (const [file, schema] of outputSchemas()) expect(read(file)).toEqual(schema);
	});

	// The answer of a person is tried where there is one, in the browser.
	it.each(operations.filter((operation) => operation !== 'message/sendAndWait'))(
		'is what %s then gives',
		async (operation) => {
			const items = await run(operation, await prepare(operation));
			expect(items.length).toBeGreaterThan(0);
			for (const item of items) expect(shapeOf(item)).toEqual(schemaOf(operation));
		},
	);

	it('is what the trigger then gives, with the fields of both events', async () => {
		const credentials = service.credentials();
		const pool = new Poller({ event: 'numberAvailable', filters: {} }, credentials);
		const status = new Poller({ event: 'numberStatusChanged', numbers: [NUMBER] }, credentials);
		const shown = await pool.test();
		await status.poll();
		await lease(service.simulator.baseUrl, 'register', NUMBER);
		const items = [...(shown ?? []), ...((await status.poll()) ?? [])];
		expect(items.length).toBeGreaterThan(1);
		expect(shapeOf(Object.assign({}, ...items))).toEqual(asShape(read('v1.0.0.json')));
	});
});
