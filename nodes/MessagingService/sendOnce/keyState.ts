import type { Outcome } from '../outcome';

/** The state of a Send Once Key: it is claimed for an item whose outcome is not known yet, or its item has this outcome. */
export type KeyState = 'claimed' | Outcome;

/** The result of claiming a key: it is claimed now, or it was used. A key whose message was not sent is free. */
export type ClaimResult = Exclude<KeyState, 'notSent'>;

/** The results of claiming keys, by key. */
export type ClaimResults = ReadonlyMap<string, ClaimResult>;
