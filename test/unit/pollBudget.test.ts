import type { IPollFunctions } from 'n8n-workflow';

import { pollBudget } from '../../nodes/MessagingService/trigger/budget';

/** The budget of a poll in an n8n that gives it so long; in an older one without a number. */
function budget(givenMs?: number, mode = 'trigger') {
	const timeout = jest.spyOn(AbortSignal, 'timeout');
	const says = givenMs !== undefined && { getPollBudgetMs: () => givenMs };
	const given = pollBudget({ getMode: () => mode, ...says } as unknown as IPollFunctions);
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
		expect(budget(3_600_000)).toEqual(usual);
	});

	it('is still one where n8n gives it less than a millisecond', () => {
		expect(budget(0.2)).toEqual({ timeout: 1, noStartAfter: 0 });
	});

	it('has less when a person waits for it', () => {
		const { timeout, noStartAfter } = budget(300_000, 'manual');
		expect(timeout + noStartAfter).toBeLessThanOrEqual(45_000);
	});
});
