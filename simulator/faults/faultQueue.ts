import { ServiceError } from '../protocol/errors';
import type { FaultSpec } from './schema';

/** A fault in the queue. */
export interface Fault {
	readonly id: string;
	readonly spec: FaultSpec;
	/** How many requests matched so far. */
	matched: number;
	/** On how many it was played. */
	played: number;
}

/** What a fault can be told apart by. */
export interface FaultTarget {
	method: string;
	/** Decoded, without prefix and query. */
	path: string;
	body: unknown;
}

/** The faults that are waiting to be played, first come first. */
export class FaultQueue {
	private waiting: Array<{ fault: Fault; dice: () => number }> = [];
	private added = 0;

	get faults(): Fault[] {
		return this.waiting.map(({ fault }) => fault);
	}

	/** @throws ServiceError for a redirect that leads nowhere. */
	add(spec: FaultSpec): Fault {
		if (spec.kind === 'redirect' && spec.location === undefined) {
			throw new ServiceError(400, 'invalid_request', 'A redirect needs a location.');
		}
		this.added += 1;
		const fault: Fault = { id: `fault-${this.added}`, spec, matched: 0, played: 0 };
		this.waiting.push({ fault, dice: seededDice(spec.seed ?? 1) });
		return fault;
	}

	clear(): void {
		this.waiting = [];
	}

	/** Takes the fault to play on a request, if there is one. */
	take(target: FaultTarget): Fault | undefined {
		for (const { fault, dice } of this.waiting) {
			const { spec } = fault;
			if (!matches(spec, target)) continue;
			fault.matched += 1;
			if (fault.matched < (spec.nth ?? 1)) continue;
			if (spec.probability !== undefined && dice() >= spec.probability) continue;

			fault.played += 1;
			if (spec.times !== 'always' && fault.played >= (spec.times ?? 1)) {
				this.waiting = this.waiting.filter((entry) => entry.fault !== fault);
			}
			return fault;
		}
		return undefined;
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
