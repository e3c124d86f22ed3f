import { inTurns, middle } from '../../bench/turns';

describe('measuring rivals in turns', () => {
	/** Gives 1, 2, 3, ... to whichever of both is asked, so that a figure says when it was its turn. */
	const rivals = () => {
		let turn = 0;
		const next = async () => ++turn;
		return { ours: next, theirs: next };
	};

	it('lets the one go first in one round and the other in the next', async () => {
		expect(await inTurns(rivals(), { least: 3 })).toEqual([
			{ ours: 1, theirs: 2 },
			{ ours: 4, theirs: 3 },
			{ ours: 5, theirs: 6 },
		]);
	});

	it('goes on until the figures are settled', async () => {
		const settled = (rounds: unknown[]) => rounds.length === 4;
		expect(await inTurns(rivals(), { least: 2, most: 9, settled })).toHaveLength(4);
	});

	it('ends after the most rounds, settled or not', async () => {
		expect(await inTurns(rivals(), { least: 2, most: 5, settled: () => false })).toHaveLength(5);
	});
});

describe('the middle of some rounds', () => {
	it('is their median', () => {
		expect(middle([3, 1, 100]).value).toBe(3);
		expect(middle([4, 1, 2, 100]).value).toBe(3);
	});

	it('reaches over all of few rounds, whatever their order', () => {
		expect(middle([2, 9, 4, 1, 3, 5])).toMatchObject({ from: 1, to: 9 });
	});

	it('leaves out what one round of nine lost to something else on the machine', () => {
		const rounds = [5, 1, 4, 2, 300, 6, 3, 8, 7];
		expect(middle(rounds)).toEqual({ value: 5, from: 2, to: 8 });
	});
});
