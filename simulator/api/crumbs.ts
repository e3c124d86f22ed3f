import type { Crumbs } from '../protocol/schemas';
import type { Account } from '../settings/settings';
import type { Channel, State } from '../state/state';

/** Returns the crumbs (section 2.5 of `docs/service.md`); their quota is what is left after the send. */
export function crumbs(account: Account, type: Channel, state: State): Crumbs {
	return { plan: account.plan, quota: state.quotaOf(account), type, ad: account.ad };
}
