/** Does the work on each thing, in their order, on at most so many at once. */
export async function crew<Thing>(
	things: Iterable<Thing>,
	atOnce: number,
	work: (thing: Thing) => Promise<void>,
): Promise<void> {
	// One iterator, from which all workers take.
	const queue = [...things].values();
	const worker = async () => {
		for (const thing of queue) await work(thing);
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
}
