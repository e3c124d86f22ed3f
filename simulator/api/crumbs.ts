import type { Crumbs } from '../protocol/schemas';
import type { Account } from '../settings/settings';
import type { Channel, State } from '../state/state';

/** Section 2.5; the quota is what is left after the send. */
export function crumbs(account: Account, type: Channel, state: State): Crumbs {
	return { plan: account.plan, quota: state.quotaOf(account), type, ad: account.ad };
}
