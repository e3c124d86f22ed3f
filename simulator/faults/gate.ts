/** The connection of a waiting request, which says when the caller has gone. */
interface Connection {
	once(event: 'close', listener: () => void): unknown;
}

/** A place where requests wait until a test opens it. */
export class Gate {
	private readonly waiting = new Set<() => void>();
	private watchers: Array<{ count: number; tell: () => void }> = [];

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

	/** Waits until the gate is open; without end if the connection closes first. */
	async pass(connection: Connection): Promise<void> {
		if (this.opened) return;
		await new Promise<void>((go) => {
			this.waiting.add(go);
			connection.once('close', () => this.waiting.delete(go));
			this.tellWatchers();
		});
	}

	/** Waits until so many requests wait at it at the same time. */
	async holds(count: number): Promise<void> {
		if (this.held >= count) return;
		await new Promise<void>((tell) => {
			this.watchers.push({ count, tell });
		});
	}

	/** Lets the waiting requests and all later ones continue. */
	open(): void {
		this.opened = true;
		for (const go of this.waiting) go();
		this.waiting.clear();
	}

	private tellWatchers(): void {
		const reached = this.watchers.filter(({ count }) => this.held >= count);
		this.watchers = this.watchers.filter(({ count }) => this.held < count);
		for (const { tell } of reached) tell();
	}
}
