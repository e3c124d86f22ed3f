import { sleep } from 'n8n-workflow';

import { Deadlines } from '../../nodes/MessagingService/transport/deadlines';
import { putClockBack } from '../support/clock';

const never = async () => await new Promise<string>(() => undefined);

describe('a request that takes too long', () => {
	it('ends at its timeout, and so do those that started with it', async () => {
		const deadlines = new Deadlines(20);
		const ends = await Promise.allSettled([deadlines.meet(never()), deadlines.meet(never())]);
		expect(ends).toEqual([
			{ status: 'rejected', reason: expect.objectContaining({ name: 'TimeoutError' }) },
			{ status: 'rejected', reason: expect.objectContaining({ name: 'TimeoutError' }) },
		]);
	});

	it('is never ended before its time by one that started earlier', async () => {
		const timeout = 100;
		const deadlines = new Deadlines(timeout);
		const taken = await Promise.all(
			Array.from({ length: 20 }, async (_, index) => {
				await sleep(index);
				const start = performance.now();
				await deadlines.meet(never()).catch(() => undefined);
				return performance.now() - start;
			}),
		);
		// A timer counts whole milliseconds.
		for (const time of taken) expect(time).toBeGreaterThan(timeout - 2);
	});

	it('does not end those that were answered in time', async () => {
		const deadlines = new Deadlines(20);
		const answered = deadlines.meet(Promise.resolve('answer'));
		await expect(deadlines.meet(never())).rejects.toMatchObject({ name: 'TimeoutError' });
		await expect(answered).resolves.toBe('answer');
	});

	it('ends at its timeout also when the clock of the machine is put back', async () => {
		const deadlines = new Deadlines(20);
		await expect(deadlines.meet(never())).rejects.toMatchObject({ name: 'TimeoutError' });
		putClockBack();
		await expect(deadlines.meet(never())).rejects.toMatchObject({ name: 'TimeoutError' });
	});

	it('may have the longest timeout that can be set', async () => {
		const deadlines = new Deadlines(2_147_483_647);
		let ended = false;
		deadlines
			.meet(never())
			.finally(() => (ended = true))
			.catch(() => undefined);
		await sleep(20);
		expect(ended).toBe(false);
	});
});

describe('a request that fails', () => {
	it('fails with its own error', async () => {
		await expect(new Deadlines(1000).meet(Promise.reject(new Error('refused')))).rejects.toThrow(
			'refused',
		);
	});
});
