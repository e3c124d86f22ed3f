import { ServiceError } from '../protocol/errors';
import { Fault, type FaultTarget } from './fault';
import type { Gate } from './gate';
import type { FaultSpec } from './schema';

/** The faults that are still to be played, in their order, and those that hold requests. */
export class FaultQueue {
	private asked: Fault[] = [];
	private added = 0;

	get faults(): Fault[] {
		return this.asked.filter(({ isSpent, held }) => !isSpent || held > 0);
	}

	/** Puts a fault at the end. @throws ServiceError for a redirect that leads nowhere. */
	add(spec: FaultSpec): Fault {
		if (spec.kind === 'redirect' && spec.location === undefined) {
			throw new ServiceError(400, 'invalid_request', 'A redirect needs a location.');
		}

		this.added += 1;
		const fault = new Fault(`fault-${this.added}`, spec);
		this.asked.push(fault);
		return fault;
	}

	/** Adds a fault that only holds its requests, unless `spec` says more; returns the gate where they wait. */
	hold(spec: Partial<FaultSpec> = {}): Gate {
		const { gate } = this.add({ kind: 'delay', times: 'always', ...spec, held: true });
		return gate;
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
