/**
 * The outcome of a message, or of anything else that the service was asked for. A ServiceError says it for a request
 * (`outcomeOf`), the ledger keeps it by key, the results of a run keep it by item.
 *
 * - `sent`: it was carried out.
 * - `notSent`: it certainly was not, so its Send Once Key is free again.
 * - `possiblySent`: nobody knows, so doing it again could do it twice.
 */
export type Outcome = 'sent' | 'notSent' | 'possiblySent';

/** The outcome of a message whose key is used. */
export type UsedOutcome = Exclude<Outcome, 'notSent'>;

/** The outcome of an item: it may also have been skipped, with no request at all. */
export type ItemOutcome = Outcome | 'skipped';

/** Tells whether a message was sent, or may have been: its key is used, and it counts against Max Messages. */
export function isUsed(outcome: ItemOutcome): outcome is UsedOutcome {
	return outcome === 'sent' || outcome === 'possiblySent';
}
