import type { IPollFunctions } from 'n8n-workflow';

import { DEFAULT_SETTINGS } from '../parameters/options';
import type { ClientLimits } from '../service/createClient';

/** What a poll may take where n8n does not say, in ms; newer ones give as much by default. */
const USUAL_BUDGET = 5 * 60_000;

/** What a test in the editor may take, in ms: a person waits for it. */
const TEST_BUDGET = 45_000;

/** Part of the budget that one request may take, so that the last one that starts has its time too. */
const SHARE_OF_REQUEST = 1 / 3;

/** How long a poll may take. n8n 2.41 abandons one that takes longer than its budget. */
export interface PollBudget {
	/** For one request, in ms. */
	timeout: number;
	/** When nothing further may start, so that what was started ends in time. */
	limits: Required<ClientLimits>;
}

/** Gives the time that n8n has for a poll that starts now. */
export function pollBudget(context: IPollFunctions): PollBudget {
	const budget = budgetOf(context);
	const timeout = Math.ceil(Math.min(DEFAULT_SETTINGS.timeout, budget * SHARE_OF_REQUEST));
	const left = Math.max(Math.floor(budget - timeout), 0);
	return {
		timeout,
		limits: { signal: AbortSignal.timeout(left), noStartAfter: performance.now() + left },
	};
}

function budgetOf(context: IPollFunctions): number {
	const given = givenBudget(context);
	const budget =
		typeof given === 'number' && given > 0 ? Math.min(given, USUAL_BUDGET) : USUAL_BUDGET;
	return context.getMode() === 'manual' ? Math.min(budget, TEST_BUDGET) : budget;
}

function givenBudget(context: IPollFunctions): unknown {
	try {
		// Older versions of n8n do not have it.
		return (context as Partial<IPollFunctions>).getPollBudgetMs?.();
	} catch {
		// That n8n cannot say it is no reason not to poll.
		return undefined;
	}
}
