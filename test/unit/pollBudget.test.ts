import type { IPollFunctions } from 'n8n-workflow';

import { pollBudget } from '../../nodes/MessagingService/trigger/budget';

/** The budget of a poll in an n8n that gives it so long; in an older one without a number. */
function budget(givenMs?: number, mode?: string) {
	return budgetBy(givenMs === undefined ? undefined : () => givenMs, mode);
}

/** The budget of a poll in an n8n that says it so. */
function budgetBy(getPollBudgetMs?: () => unknown, mode = 'trigger') {
	const timeout = jest.spyOn(AbortSignal, 'timeout');
	const context = { getMode: () => mode, ...(getPollBudgetMs && { getPollBudgetMs }) };
	const given = pollBudget(context as unknown as IPollFunctions);
	return { timeout: given.timeout, noStartAfter: timeout.mock.calls[0][0] };
}

afterEach(() => jest.restoreAllMocks());

describe('a poll', () => {
	it.each([36_000, 5_000, 300_000, 1])(
		'that may take %i ms starts nothing that could end later',
		(given) => {
			const { timeout, noStartAfter } = budget(given);
			expect(timeout + noStartAfter).toBeLessThanOrEqual(given);
		},
	);

	it('has five minutes where n8n does not say, or gives more', () => {
		const usual = { timeout: 30_000, noStartAfter: 270_000 };
		expect(budget()).toEqual(usual);
		expect(budget(0)).toEqual(usual);
		expect(budget(NaN)).toEqual(usual);
		expect(budget(3_600_000)).toEqual(usual);
	});

	it.each<[string, () => unknown]>([
		[
			'fails to say',
			() => {
				throw new Error('No scheduler');
			},
		],
		['says a promise', async () => 36_000],
		['says an object', () => ({ valueOf: () => Symbol('rubbish') })],
		['says a text', () => 'soon'],
		['says true', () => true],
		['says less than nothing', () => -1],
	])('has its usual time where n8n %s', (_, says) => {
		expect(budgetBy(says)).toEqual({ timeout: 30_000, noStartAfter: 270_000 });
	});

	it('is still one where n8n gives it less than a millisecond', () => {
		expect(budget(0.2)).toEqual({ timeout: 1, noStartAfter: 0 });
	});

	it('has less when a person waits for it', () => {
		const { timeout, noStartAfter } = budget(300_000, 'manual');
		expect(timeout + noStartAfter).toBeLessThanOrEqual(60_000);
	});
});
