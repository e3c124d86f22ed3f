import { Stagger } from '../../nodes/MessagingService/transport/stagger';
import { nextTurn } from '../support/nextTurn';

/** Starts requests all at once, and gives how many the event loop saw start in each of its turns. */
async function startsInEachTurn(stagger: Stagger, requests: number): Promise<number[]> {
	const turns: number[] = [];
	let started = 0;
	let before = 0;
	const all = Array.from({ length: requests }, async () => {
		await stagger.turn();
		started++;
	});
	while (before < requests) {
		await nextTurn();
		if (started > before) turns.push(started - before);
		before = started;
	}
	await Promise.all(all);
	return turns;
}

describe('requests that are due at the same time', () => {
	it('do not start in one burst, in the order in which they came', async () => {
		const stagger = new Stagger(50);
		const order: number[] = [];
		const starts = Array.from({ length: 50 }, async (_, index) => {
			await stagger.turn();
			order.push(index);
		});
		await Promise.all(starts);
		expect(order).toEqual([...order].sort((a, b) => a - b));
		// Two in a turn, and more only where the machine itself was held up.
		expect(Math.max(...(await startsInEachTurn(stagger, 50)))).toBeLessThan(25);
	});

	it('start further apart when the service is slow and few may be in flight', async () => {
		const stagger = new Stagger(10);
		stagger.answered(1000);
		expect(Math.max(...(await startsInEachTurn(stagger, 10)))).toBeLessThan(5);
	});

	it('are not held up when the service is fast', async () => {
		const stagger = new Stagger(50);
		stagger.answered(1);
		expect((await startsInEachTurn(stagger, 50))[0]).toBe(50);
	});

	it('keep to the fastest answer of all', async () => {
		const stagger = new Stagger(50);
		stagger.answered(1);
		stagger.answered(30_000);
		expect((await startsInEachTurn(stagger, 50))[0]).toBe(50);
	});
});
