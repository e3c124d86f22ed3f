/** Keeps the newest entries of a list that may grow without end, and counts all of them. */
export class History<T> {
	private entries: T[] = [];

	/** Number of entries ever added, dropped ones included. */
	total = 0;

	constructor(private readonly limit: number) {}

	add(entry: T): void {
		this.total += 1;
		this.entries.push(entry);
		// Cutting one entry off at the front for each one added would make adding slow.
		if (this.entries.length >= this.limit * 2) this.entries = this.entries.slice(-this.limit);
	}

	/** The entries kept, newest last. */
	get kept(): readonly T[] {
		return this.entries.length > this.limit ? this.entries.slice(-this.limit) : this.entries;
	}
}
