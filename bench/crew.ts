/** Does some work on each of many things, at most so many at once, in their order. */
export async function crew<Thing>(
	things: Iterable<Thing>,
	atOnce: number,
	work: (thing: Thing) => Promise<void>,
): Promise<void> {
	const queue = [...things].values();
	const worker = async () => {
		for (const thing of queue) await work(thing);
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
}
