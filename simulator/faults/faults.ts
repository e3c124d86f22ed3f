import { invalidError } from '../protocol/errors';
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
	private matched = 0;
	/** Number of requests on which it was played. */
	played = 0;
	/** Holds the requests that it hits. */
	readonly gate: Gate;

	constructor(readonly spec: FaultSpec) {
		this.gate = new Gate(!spec.held);
	}

	/** Whether it is never played again: often enough it was, or it only holds requests and its gate is open. */
	get isSpent(): boolean {
		const { times = 1, held, kind } = this.spec;
		if (held && kind === 'delay' && this.gate.isOpen) return true;
		return times !== 'always' && this.played >= times;
	}

	/** Tells whether it is played on a request, and counts the request. */
	hits(target: FaultTarget): boolean {
		if (this.isSpent || !matches(this.spec, target)) return false;

		this.matched += 1;
		if (this.matched < (this.spec.nth ?? 1)) return false;

		this.played += 1;
		return true;
	}

	/** Returns the answer of the control routes about it. */
	toJSON = () => ({ ...this.spec, played: this.played });
}

function matches(spec: FaultSpec, { method, path, body }: FaultTarget): boolean {
	return (
		(spec.method === undefined || spec.method === method) &&
		(spec.path === undefined || matchesPath(spec.path, path)) &&
		Object.entries(spec.match ?? {}).every(([field, wanted]) =>
			[wanted].flat().includes(memberAt(body, field) as string),
		)
	);
}

const matchesPath = (pattern: string, path: string) =>
	pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

/** Returns the member of a body by its dotted path; undefined where there is none. */
const memberAt = (body: unknown, path: string) =>
	path.split('.').reduce((outer, name) => (outer as Record<string, unknown> | null)?.[name], body);

/** The faults that are still to be played, in their order, and those that hold requests. */
export class Faults {
	private asked: Fault[] = [];

	/** Those that are still to be played, or hold requests. */
	get waiting(): Fault[] {
		return this.asked.filter(({ isSpent, gate }) => !isSpent || gate.held > 0);
	}

	/** Puts a fault at the end. @throws ServiceError for a redirect that leads nowhere. */
	add(spec: FaultSpec): Fault {
		if (spec.kind === 'redirect' && spec.location === undefined) {
			throw invalidError('A redirect needs a location.');
		}
		const fault = new Fault(spec);
		this.asked.push(fault);
		return fault;
	}

	/** Adds a fault that only holds its requests, unless `spec` says more; returns the gate where they wait. */
	hold(spec: Partial<FaultSpec> = {}): Gate {
		return this.add({ kind: 'delay', times: 'always', ...spec, held: true }).gate;
	}

	/** Takes the fault to play on a request, if there is one. */
	take(target: FaultTarget): Fault | undefined {
		const hit = this.asked.find((fault) => fault.hits(target));
		// A fault with a gate stays, so that the gate can still be opened.
		if (hit?.isSpent && !hit.spec.held) this.asked = this.asked.filter((fault) => fault !== hit);
		return hit;
	}

	/** Removes every fault; requests that they hold continue. */
	clear(): void {
		for (const { gate } of this.asked) gate.open();
		this.asked = [];
	}

	/** Removes every fault; requests that they hold are never answered and change nothing. */
	reset(): void {
		this.asked = [];
	}
}
