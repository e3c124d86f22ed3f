import type { Members } from '../../host/object';

/** Headers in which a service asks to wait, in the order in which they count. */
const HEADERS = ['retry-after', 'ratelimit-reset', 'x-ratelimit-reset'];

/** Most characters of such a header. */
const MAX_LENGTH = 100;

/** Units of time by their first letters, in ms; seconds where there is none. */
const UNITS: Record<string, number> = { ms: 1, mil: 1, s: 1e3, '': 1e3, m: 6e4, h: 36e5, d: 864e5 };

/** From this number on, a text of digits is a time since 1970: in seconds, or in ms. */
const FIRST_TIME = 1e9;
const FIRST_TIME_IN_MS = 1e12;

/** Returns how long a response asks to wait, in ms from now; undefined where it does not say. */
export function waitIn(headers: Members): number | undefined {
	for (const name of HEADERS) {
		const wait = readWait(String(headers[name] ?? '').slice(0, MAX_LENGTH));
		if (wait !== undefined) return Math.max(0, wait);
	}
	return undefined;
}

/** Reads a number of seconds, with or without a unit, a time since 1970, or a date of HTTP or ISO. */
function readWait(header: string): number | undefined {
	const text = header.replace(/["']/g, '').trim();

	const [, digits, letters] = /^(\d+(?:\.\d+)?)\s*([a-z]*)\s*(?:[,;].*)?$/i.exec(text) ?? [];
	if (digits !== undefined) {
		const count = Number(digits);
		if (letters === '' && count >= FIRST_TIME_IN_MS) return count - Date.now();
		if (letters === '' && count >= FIRST_TIME) return count * 1000 - Date.now();

		const unit = Object.keys(UNITS).find((name) => name && letters.toLowerCase().startsWith(name));
		return count * (UNITS[unit ?? letters] ?? NaN) || (count === 0 ? 0 : undefined);
	}

	// Date.parse alone would read almost anything.
	const isDate = /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,|\d{4}-\d\d-\d\dT)/i.test(text);
	const hasZone = /(?:gmt|z|[+-]\d\d:?\d\d)$/i.test(text);
	const date = isDate ? Date.parse(hasZone ? text : `${text}Z`) : NaN;
	return Number.isNaN(date) ? undefined : date - Date.now();
}

/** Says how long a wait is, in the greatest unit of which there are two: "12 hours". @param ms length of the wait */
export function durationOf(ms: number): string {
	const units: Array<[name: string, length: number]> = [
		['days', 864e5],
		['hours', 36e5],
		['minutes', 6e4],
		['seconds', 1e3],
	];
	const [name, length] = units.find(([, unit]) => ms >= 2 * unit) ?? units[3];
	return `${Math.ceil(ms / length)} ${name}`;
}
