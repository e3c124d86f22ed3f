/** Set for the suite `models`, which tries every case. */
declare const EVERY_CASE: true | undefined;

/** Whether every case is tried. `npm test` tries a part of them, and `npm run test:faults` all. */
export const TRIES_ALL = typeof EVERY_CASE !== 'undefined';

/** Returns how many random cases are tried now: a fifth in `npm test`. */
export const casesOf = (all: number): number => (TRIES_ALL ? all : Math.ceil(all / 5));
