/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { EventEmitter, once } from 'node:events';

/** A place where requests wait until a test opens it. */
export class Gate {
	private readonly waiting = new Set<() => void>();
	private readonly arrivals = new EventEmitter();

	/** @param opened whether it lets everything through from the start */
	constructor(private opened: boolean) {}

	/** Whether it lets everything through. */
	get isOpen(): boolean {
		return this.opened;
	}

	/** Number of requests that wait at it now. */
	get held(): number {
		return this.waiting.size;
	}

	/**
	 * Waits until the gate is open; without end if the connection closes first.
	 * @param connection of the waiting request, which says when the caller has gone
	 */
	async pass(connection: EventEmitter): Promise<void> {
		if (this.opened) return;
		await new Promise<void>((go) => {
			this.waiting.add(go);
			connection.once('close', () => this.waiting.delete(go));
			this.arrivals.emit('arrival');
		});
	}

	/** Waits until so many requests wait at it at the same time. */
	async holds(count: number): Promise<void> {
		while (this.held < count) await once(this.arrivals, 'arrival');
	}

	/** Lets the waiting requests and all later ones continue. */
	open(): void {
		this.opened = true;
		for (const go of this.waiting) go();
		this.waiting.clear();
	}
}
