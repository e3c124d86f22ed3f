/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

import { searchPage } from '../support/numberSearch';
import { Poller } from '../support/poller';
import { simulated } from '../support/simulated';

const service = simulated();

/** Makes the pool hold so many records of one number, or of none. */
function poolHolds(count: number, record: object): void {
	service.simulator.clearFaults();
	const pools = { text: Array.from({ length: count }, () => record), imessage: [], whatsapp: [] };
	service.simulator.fault({
		kind: 'answer',
		path: '/enterprise/lease/purchasable',
		body: { id: 'psr_1', object: 'pool', created_at: 1, data: { ...pools, voice: [] } },
		times: 'always',
	});
}

const lease = async (parameters: object) => {
	const { error } = await service.run({ resource: 'lease', ...parameters });
	// One number is adopted once, and records without one not at all.
	expect(error?.message ?? '').toMatch(/^$|could not be adopted|can be adopted/);
};

const READERS: Array<[string, () => Promise<unknown>]> = [
	['Get Many', async () => await lease({ operation: 'getAll', returnAll: true })],
	['Adopt First Available', async () => await lease({ operation: 'adoptFirstAvailable' })],
	['the list of numbers', async () => await searchPage(service.credentials())],
	[
		'the trigger',
		async () =>
			await new Poller({ event: 'numberAvailable', filters: {} }, service.credentials()).poll(),
	],
];

const RECORDS: Array<[string, object]> = [
	['of one number', { number: '12125550101', data: { e164: '+12125550101' } }],
	['without a number', { carrier: 'ATT' }],
];

/** Returns the least processor time of three runs, in µs. */
async function costOf(run: () => Promise<unknown>): Promise<number> {
	const costs: number[] = [];
	while (costs.length < 3) {
		const before = process.cpuUsage();
		await run();
		const { user, system } = process.cpuUsage(before);
		costs.push(user + system);
	}
	return Math.min(...costs);
}

describe.each(READERS)('%s', (_, read) => {
	it.each(RECORDS)('reads ten times as many records %s at no more each', async (__, record) => {
		poolHolds(2_000, record);
		const few = await costOf(read);
		poolHolds(20_000, record);
		const many = await costOf(read);
		// 10 is linear, and a list that is copied for each record comes to 100.
		expect(many / few).toBeLessThan(30);
	});
});
