import { Gate } from './gate';
import type { FaultSpec } from './schema';

/** The request that a fault looks for. */
export interface FaultTarget {
	method: string;
	/** Decoded, without prefix and query. */
	path: string;
	body: unknown;
}

/** A requested fault. */
export class Fault {
	/** Requests that matched so far. */
	matched = 0;
	/** Requests on which it was played. */
	played = 0;
	/** Holds the requests that it hits. */
	readonly gate: Gate;
	private readonly dice: () => number;

	constructor(
		readonly id: string,
		readonly spec: FaultSpec,
	) {
		this.dice = seededDice(spec.seed ?? 1);
		this.gate = new Gate(!spec.held);
	}

	/** Requests that wait at its gate now. */
	get held(): number {
		return this.gate.held;
	}

	/** Whether it was played often enough, or its gate is open and it does nothing else. */
	get isSpent(): boolean {
		const { times = 1, held, kind, delayMs } = this.spec;
		if (held && this.gate.isOpen && kind === 'delay' && !delayMs) return true;
		return times !== 'always' && this.played >= times;
	}

	/** Tells whether it is to be played on a request, and counts that. */
	hits(target: FaultTarget): boolean {
		const { spec } = this;
		if (this.isSpent || !matches(spec, target)) return false;
		this.matched += 1;
		if (this.matched < (spec.nth ?? 1)) return false;
		if (spec.probability !== undefined && this.dice() >= spec.probability) return false;
		this.played += 1;
		return true;
	}

	/** Returns the answer of the control routes about it. */
	toJSON() {
		const { id, spec, matched, played, held } = this;
		return { id, spec, matched, played, held };
	}
}

function matches(spec: FaultSpec, { method, path, body }: FaultTarget): boolean {
	return (
		(spec.method === undefined || spec.method === method) &&
		(spec.path === undefined || matchesPath(spec.path, path)) &&
		Object.entries(spec.match ?? {}).every(([field, wanted]) => {
			const value = fieldOf(body, field);
			return Array.isArray(wanted) ? wanted.some((one) => one === value) : wanted === value;
		})
	);
}

function matchesPath(pattern: string, path: string): boolean {
	return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function fieldOf(body: unknown, dottedPath: string): unknown {
	return dottedPath
		.split('.')
		.reduce<unknown>(
			(value, key) =>
				typeof value === 'object' && value !== null
					? (value as Record<string, unknown>)[key]
					: undefined,
			body,
		);
}

/** Mulberry32: small, and even enough to choose which requests fail. */
function seededDice(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
