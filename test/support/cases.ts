/** Set for the suite `models`, which tries every case. */
declare const EVERY_CASE: true | undefined;

/** Whether every case is tried. `npm test` tries a part of them, and `npm run test:faults` all. */
export const TRIES_ALL = typeof EVERY_CASE !== 'undefined';

/** Of so many cases, `npm test` tries one. */
const EVERY = 5;

/** Returns how many random cases are tried now. */
export const casesOf = (all: number): number => (TRIES_ALL ? all : Math.ceil(all / EVERY));

/** Returns the samples that are tried now. With another start, `npm test` takes other ones. */
export const partOf = <Sample>(samples: Sample[], start: number): Sample[] =>
	TRIES_ALL ? samples : samples.filter((_, index) => index % EVERY === start % EVERY);
