import { memberAt } from '../protocol/memberAt';
import { Gate } from './gate';
import type { FaultSpec } from './schema';

/** The request that a fault looks for. */
export interface FaultTarget {
	method: string;
	/** Decoded, without query. */
	path: string;
	body: unknown;
}

/** A fault that was asked for, and how often it was played. */
export class Fault {
	/** Number of requests that matched so far. */
	matched = 0;
	/** Number of requests on which it was played. */
	played = 0;
	/** Holds the requests that it hits. */
	readonly gate: Gate;

	constructor(
		readonly id: string,
		readonly spec: FaultSpec,
	) {
		this.gate = new Gate(!spec.held);
	}

	/** Number of requests that wait at its gate now. */
	get held(): number {
		return this.gate.held;
	}

	/** Whether it is never played again: often enough it was, or it only holds requests and its gate is open. */
	get isSpent(): boolean {
		const { times = 1, held, kind, delayMs } = this.spec;
		const onlyHolds = held && kind === 'delay' && !delayMs;
		if (onlyHolds && this.gate.isOpen) return true;
		return times !== 'always' && this.played >= times;
	}

	/** Tells whether it is played on a request, and counts the request. */
	hits(target: FaultTarget): boolean {
		const { nth = 1 } = this.spec;
		if (this.isSpent || !matches(this.spec, target)) return false;

		this.matched += 1;
		if (this.matched < nth) return false;

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
			const value = memberAt(body, field.split('.'));
			return [wanted].flat().some((one) => one === value);
		})
	);
}

function matchesPath(pattern: string, path: string): boolean {
	return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
