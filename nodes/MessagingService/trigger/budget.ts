import type { IPollFunctions } from 'n8n-workflow';

import { DEFAULT_SETTINGS } from '../parameters/settings';

/** The most that a poll may take, in ms; n8n gives as much by default. */
const USUAL_BUDGET = 5 * 60_000;

/** The most that a test in the editor may take, in ms: a person waits for it. */
const TEST_BUDGET = 45_000;

/** The part of the budget that one request may take, so that the last one has its time too. */
const SHARE_OF_REQUEST = 1 / 3;

/**
 * Returns how long one request of a poll that starts now may take, in ms, and when nothing further may start. So
 * everything that was started ends in time: n8n 2.41 abandons a poll that takes longer than its budget.
 */
export function pollBudget(context: IPollFunctions) {
	// Older versions of n8n do not say how long a poll may take.
	const n8n: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>> = context;
	const most = context.getMode() === 'manual' ? TEST_BUDGET : USUAL_BUDGET;
	const budget = Math.min(n8n.getPollBudgetMs?.() ?? most, most);

	const timeout = Math.ceil(Math.min(DEFAULT_SETTINGS.timeout, budget * SHARE_OF_REQUEST));
	const left = Math.max(Math.floor(budget - timeout), 0);
	return {
		timeout,
		limits: { signal: AbortSignal.timeout(left), noStartAfter: performance.now() + left },
	};
}
