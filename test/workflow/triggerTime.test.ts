import type { FaultSpec } from '../../simulator';
import { passUntilEndOf, stopTime } from '../support/clock';
import { lease } from '../support/lease';
import { Poller } from '../support/poller';
import { simulated } from '../support/simulated';

/** Numbers to watch, all of them in the simulator's pool. */
const MANY = Array.from({ length: 30 }, (_, index) => `+120255501${String(index + 10)}`);

const service = simulated({
	pool: MANY.map((e164) => ({
		e164,
		formatted: e164,
		country: 'US',
		carrier: 'SERVICE',
		type: 'text',
		pools: ['text'],
		supports: ['sms'],
	})),
});

const watching = () =>
	new Poller({ event: 'numberStatusChanged', numbers: MANY }, service.credentials());

const path = (number: string) => `/enterprise/lease/status/${encodeURIComponent(number)}`;

const numbers = (items: Array<Record<string, unknown>> | null) =>
	items?.map(({ number }) => `+${String(number)}`);

async function adopt(...adopted: string[]): Promise<void> {
	for (const number of adopted) await lease(service.simulator.baseUrl, 'register', number);
}

/** Polls, and lets n8n's time end when so many have been answered and ten are on their way. */
async function pollFor(poller: Poller, answered: number, fault: Partial<FaultSpec> = {}) {
	const { simulator } = service;
	const asked = simulator.requests.length;
	const time = new AbortController();
	jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal);
	const gate = simulator.hold({ ...fault, nth: answered + 1 });
	const polled = poller.poll();
	await gate.holds(10);
	time.abort();
	gate.open();
	const items = await polled;
	simulator.clearFaults();
	const paths = service.asked().slice(asked);

	return { fired: numbers(items), paths: paths.map((request) => request.path) };
}

afterEach(() => jest.restoreAllMocks());

describe('when there is no time to read all watched numbers', () => {
	it('the next poll continues where the last one ended, and nothing is missed', async () => {
		const poller = watching();
		const first = await pollFor(poller, 5);
		expect(first).toEqual({ fired: undefined, paths: MANY.slice(0, 15).map(path) });

		const second = await pollFor(poller, 2);
		expect(second).toEqual({ fired: undefined, paths: MANY.slice(15, 27).map(path) });

		await adopt(MANY[1], MANY[20], MANY[29]);
		const third = await pollFor(poller, 0);
		// The last one was never read before: its state is recorded, as at a first poll.
		expect(third).toEqual({
			fired: [MANY[1]],
			paths: [...MANY.slice(27), ...MANY.slice(0, 7)].map(path),
		});
		expect(numbers(await poller.poll())).toEqual([MANY[20]]);
		expect(await poller.poll()).toBeNull();
	});

	it('the record stays where it was when the time is over before anything was read', async () => {
		const poller = watching();
		jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
		await expect(poller.poll()).rejects.toThrow('in the time that n8n gives a poll');
		expect(poller.stateSize).toBe(0);
	});

	it('numbers that wait for another try are not said to fail, and have their turn', async () => {
		const poller = watching();
		await poller.poll();
		const busy = { kind: 'answer', status: 503, body: {} } as const;
		const first = await pollFor(poller, 5, busy);
		expect(first).toEqual({ fired: undefined, paths: MANY.slice(0, 15).map(path) });
		expect(poller.told).toEqual([]);

		await adopt(MANY[5]);
		const second = await pollFor(poller, 0);
		expect(second).toEqual({ fired: [MANY[5]], paths: MANY.slice(5, 15).map(path) });
	});

	it('numbers that the service does not know do not keep the others from their turn', async () => {
		const poller = watching();
		await poller.poll();
		const unknown = { kind: 'answer', status: 404, body: {} } as const;
		service.simulator.fault({ ...unknown, times: 10 });
		const first = await pollFor(poller, 0, unknown);
		expect(first).toEqual({ fired: undefined, paths: MANY.slice(0, 20).map(path) });
		expect(poller.told).toHaveLength(1);
		await adopt(MANY[25]);
		const second = await pollFor(poller, 0);
		expect(second).toEqual({ fired: [MANY[25]], paths: MANY.slice(20).map(path) });
	});
});

describe('when the service limits requests', () => {
	it('the poll fails as a whole, and the next one misses nothing', async () => {
		const poller = watching();
		await poller.poll();
		await adopt(MANY[3], MANY[28]);

		const asked = service.asked().length;
		const limit = { kind: 'answer', status: 429, body: {}, times: 'always' } as const;
		service.simulator.fault({ ...limit, headers: { 'retry-after': '0' }, nth: 6 });
		// The node waits before each of three retries.
		stopTime();
		await expect(passUntilEndOf(poller.poll())).rejects.toMatchObject({ httpCode: '429' });

		// The other numbers would meet the limit too.
		const tried = service.asked().slice(asked);
		expect(new Set(tried.map((request) => request.path)).size).toBeLessThanOrEqual(20);

		service.simulator.clearFaults();
		expect(numbers(await passUntilEndOf(poller.poll()))).toEqual([MANY[3], MANY[28]]);
	});
});
