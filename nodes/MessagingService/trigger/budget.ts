import type { IPollFunctions } from 'n8n-workflow';

import { DEFAULT_SETTINGS } from '../parameters/options';
import type { ClientLimits } from '../service/createClient';

/** The most that a poll may take, in ms; n8n gives as much by default. */
const USUAL_BUDGET = 5 * 60_000;

/** What a test in the editor may take, in ms: a person waits for it. */
const TEST_BUDGET = 45_000;

/** The part of the budget that one request may take, so that the last one has its time too. */
const SHARE_OF_REQUEST = 1 / 3;

/** How long a poll may take. n8n 2.41 abandons one that takes longer than its budget. */
export interface PollBudget {
	/** For one request, in ms. */
	timeout: number;
	/** When nothing further may start, so that what was started ends in time. */
	limits: Required<Omit<ClientLimits, 'execution'>>;
}

/** Returns the time that n8n has for a poll that starts now. */
export function pollBudget(context: IPollFunctions): PollBudget {
	// Older versions of n8n do not say.
	const given = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? USUAL_BUDGET;
	const most = context.getMode() === 'manual' ? TEST_BUDGET : USUAL_BUDGET;
	const budget = Math.min(given, most);
	const timeout = Math.ceil(Math.min(DEFAULT_SETTINGS.timeout, budget * SHARE_OF_REQUEST));
	const left = Math.max(Math.floor(budget - timeout), 0);
	return {
		timeout,
		limits: { signal: AbortSignal.timeout(left), noStartAfter: performance.now() + left },
	};
}
