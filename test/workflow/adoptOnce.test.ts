import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { KeyStore } from '../support/keyStore';
import { loop } from '../support/loop';
import { nextTurn } from '../support/nextTurn';
import { simulated } from '../support/simulated';
import { CONTINUE } from './support/sending';

const service = simulated();
const store = new KeyStore();

beforeAll(async () => await store.register());

let workflows = 0;
let workflowId: string;
beforeEach(() => {
	workflowId = `adoption ${workflows++}`;
});

const FIRST: INodeParameters = { resource: 'lease', operation: 'adoptFirstAvailable' };
const ADOPT: INodeParameters = {
	resource: 'lease',
	operation: 'adopt',
	number: '={{ $json.number }}',
};
const BOTH = [
	['Adopt First Available', FIRST],
	['Adopt', ADOPT],
] as const;
const REGISTER = '/enterprise/lease/register/*';

/** Numbers of the simulator's pool. */
const NUMBERS = ['+12125550101', '+12125550102', '+14155550121'];
const rows = (count: number, key = (index: number) => `customer ${index}`): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ customer: key(index), number: NUMBERS[index] }));

async function adopt(
	parameters: INodeParameters,
	{
		input = rows(1),
		options = {},
		...more
	}: Partial<Parameters<typeof service.run>[1]> & { options?: INodeParameters } = {},
) {
	const keyed = {
		adoptOnceKey: '={{ $json.customer }}',
		concurrency: 1,
		maxRetries: 0,
		...options,
	};
	return await service.run({ ...parameters, options: keyed }, { input, workflowId, ...more });
}

const registered = () =>
	service
		.asked()
		.filter(({ path }) => path.includes('/register/'))
		.map(({ path }) => decodeURIComponent(path.split('/').pop() ?? ''));
const skipped = (index: number) => ({ skipped: true, adoptOnceKey: `customer ${index}` });

describe.each(BOTH)('an Adopt Once Key of %s', (_, parameters) => {
	it('adopts once, however often the workflow runs', async () => {
		const { json } = await adopt(parameters);
		expect(json[0]).toMatchObject({ object: 'adopted_number_confirmation' });
		const again = await adopt(parameters, { input: rows(2) });
		expect(again.json).toEqual([
			skipped(0),
			expect.objectContaining({ number: expect.anything() as unknown }),
		]);
		expect((await adopt(parameters, { input: rows(2) })).json).toEqual([skipped(0), skipped(1)]);
		expect(registered()).toHaveLength(2);
	});

	it('is recorded before the request leaves, so that a crash leaves the number as possibly adopted', async () => {
		service.simulator.fault({ kind: 'hang', path: REGISTER });
		let stop: () => void = () => undefined;

		const running = adopt(parameters, {
			onStart: (stopExecution) => {
				stop = stopExecution;
			},
		});

		while (registered().length === 0) await nextTurn();
		expect(store.recorded(workflowId, ['customer 0'])).toEqual(['customer 0']);

		stop();
		await running.catch(() => undefined);
		service.simulator.clearFaults();

		expect((await adopt(parameters)).json).toEqual([{ ...skipped(0), mayHaveBeenSent: true }]);
		expect(registered()).toHaveLength(1);
	});

	it('is free again after a refusal', async () => {
		service.simulator.fault({ kind: 'answer', status: 403, path: REGISTER, body: {} });
		const { error } = await adopt(parameters);
		expect(error?.httpCode).toBe('403');
		expect(store.recorded(workflowId, ['customer 0'])).toEqual([]);
		const { json } = await adopt(parameters);
		expect(json[0]).toMatchObject({ number: expect.any(String) as unknown });
		expect(store.recorded(workflowId, ['customer 0'])).toEqual(['customer 0']);
	});

	it('stays used where the number may have been adopted, and nothing is charged twice', async () => {
		service.simulator.fault({ kind: 'reset', when: 'after', path: REGISTER });
		const { error } = await adopt(parameters);
		expect(error?.message).toMatch(/^The number \+\d+ may have been adopted: the connection/);
		const again = await adopt(parameters);
		expect(again.json).toEqual([{ ...skipped(0), mayHaveBeenSent: true }]);
		expect(registered()).toHaveLength(1);
	});

	it('adopts once over the tries of Retry On Fail', async () => {
		service.simulator.fault({ kind: 'answer', status: 403, path: REGISTER, body: {}, times: 1 });
		const input = rows(2);
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { json } = await adopt(parameters, { input, node });
		expect(json).toHaveLength(2);
		expect(new Set(json.map(({ number }) => number)).size).toBe(2);
		expect(registered()).toHaveLength(3);
	});

	it('adopts once over the rounds of a loop', async () => {
		await adopt(parameters, { ...loop(3, () => [{ json: rows(1)[0] }]) });
		expect(registered()).toHaveLength(1);
	});

	it('adopts for the first of the items that share it', async () => {
		const { json } = await adopt(parameters, { input: rows(3, () => 'customer 0') });
		expect(json.slice(1)).toEqual([skipped(0), skipped(0)]);
		expect(registered()).toHaveLength(1);
	});

	it('of spaces counts as none, and the output panel says how many items have none', async () => {
		const input = rows(2, (index) => (index === 0 ? ' ' : 'customer 1'));
		const { json, hints } = await adopt(parameters, { input });
		expect(json.every(({ skipped: isSkipped }) => !isSkipped)).toBe(true);
		expect(hints.join()).toContain('1 of 2 items has no Adopt Once Key');
	});

	it.each([
		['={{ true }}', 'true'],
		['={{ "undefined" }}', 'undefined'],
		['Customer {{ $json.customer }}', 'Customer {{ $json.customer }}'],
		['={{ 12345678901234567890 }}', '12345678901234567000'],
	])('is refused before any request where a broken expression made it: %s', async (key, named) => {
		const { error } = await adopt(parameters, { options: { adoptOnceKey: key } });
		expect(error?.message).toBe(`'Adopt Once Key' cannot be "${named}"`);
		expect(service.asked()).toEqual([]);
	});

	it('is said in the output panel to be why the item was skipped', async () => {
		await adopt(parameters);
		const { hints } = await adopt(parameters);
		expect(hints.join()).toMatch(/Adopt Once Key/);
	});
});

describe('Adopt First Available with a key', () => {
	it('takes the next number under the same key after a lost race', async () => {
		service.simulator.fault({ kind: 'answer', status: 409, path: REGISTER, times: 2, body: {} });
		const { json } = await adopt(FIRST);
		const numbers = registered();
		expect(numbers).toHaveLength(3);
		expect(json[0].number).toBe(numbers[2]);
		expect((await adopt(FIRST)).json).toEqual([skipped(0)]);
		expect(registered()).toHaveLength(3);
	});

	it('can use its key again where no number was left', async () => {
		service.simulator.fault({
			kind: 'answer',
			status: 409,
			path: REGISTER,
			times: 'always',
			body: {},
		});
		const { error } = await adopt(FIRST);

		expect(error?.message).toMatch(
			/^None of the \d+ numbers that fit the filters could be adopted/,
		);

		service.simulator.clearFaults();
		const { json } = await adopt(FIRST);
		expect(json[0]).toMatchObject({ number: expect.any(String) as unknown });
	});

	it('stays used where a number after a lost race may have been adopted', async () => {
		service.simulator.fault({ kind: 'answer', status: 409, path: REGISTER, body: {} });
		service.simulator.fault({ kind: 'reset', when: 'after', path: REGISTER });
		const { error } = await adopt(FIRST);
		expect(error?.message).toMatch(/may have been adopted/);
		expect((await adopt(FIRST)).json).toEqual([{ ...skipped(0), mayHaveBeenSent: true }]);
		expect(registered()).toHaveLength(2);
	});

	it('shares its record with every operation of the node', async () => {
		await adopt(FIRST);
		const { json } = await adopt(ADOPT, { node: CONTINUE });
		expect(json).toEqual([skipped(0)]);
	});
});
