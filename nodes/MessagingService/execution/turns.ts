/** Lets one piece of work run at a time, in the order in which it was asked for. */
export class Turns {
	private last: Promise<unknown> = Promise.resolve();

	/** Runs the work when all that was asked for before has ended; one that fails does not hold up the next. */
	async take<T>(work: () => Promise<T>): Promise<T> {
		const done = this.last.then(work);
		this.last = done.catch(() => undefined);
		return await done;
	}
}
