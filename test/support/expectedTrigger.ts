/** What the service would say at one moment of what a trigger asks it. */
export interface View {
	/** Who asks, and what: another one of these begins anew. */
	of: string;
	/** What is asked for, in the end of the service's own lists: numbers of the pool, or watched numbers by state. */
	pool?: string[];
	/** null where the number cannot be read. */
	states?: Record<string, string | null>;
	/** Whether the service fails instead. */
	fails: boolean;
}

/** A poll's result: what fired, and the numbers of each error that was reported, or that it failed. */
export type Outcome = { fired: string[]; reported: string[][] } | 'failed';

interface Memory {
	of?: string;
	/** The pool as the last two polls saw it, the last one first. */
	pools: string[][];
	states: Record<string, string>;
	unreadable: string[];
}

const NOTHING: Memory = { pools: [], states: {}, unreadable: [] };
const LEFT_OUT: Outcome = { fired: [], reported: [] };

/** What a person who has read the docs expects of the trigger: plain lists, and nothing of how it is built. */
export class ExpectedTrigger {
	private memory = NOTHING;

	private saved = NOTHING;

	private ended = 0;

	/** n8n saves what is remembered: at the end of an activation, and with an event. Returns whether it is new. */
	save(): boolean {
		const isNew = essence(this.memory) !== essence(this.saved);
		this.saved = this.memory;
		return isNew;
	}

	/** n8n begins again with what it has saved. */
	activate(): void {
		this.memory = this.saved;
	}

	/** Begins a poll; returns what ends it, as n8n does: with what the service said when it began. */
	begin(view: View): (isOfThisActivation: boolean) => Outcome {
		const { ended } = this;
		const isFirst = this.memory.of !== view.of;
		return (isOfThisActivation) => {
			if (view.fails) return 'failed';
			if (isFirst && cannotReadAny(view)) return 'failed';
			// Another poll has ended in the meantime, and knows better.
			if (this.ended !== ended) return LEFT_OUT;
			this.ended += 1;
			// n8n throws away what a poll gives after its workflow was published anew.
			if (!isOfThisActivation) return LEFT_OUT;
			const before = isFirst ? undefined : this.memory;

			return view.pool
				? this.sees(view.of, view.pool, before)
				: this.reads(view.of, view.states ?? {}, before);
		};
	}

	private sees(of: string, pool: string[], before?: Memory): Outcome {
		const known = before?.pools.flat() ?? pool;
		const last = before?.pools[0];
		this.memory = { ...NOTHING, of, pools: last ? [pool, last] : [pool] };
		return { fired: pool.filter((number) => !known.includes(number)).sort(), reported: [] };
	}

	private reads(of: string, now: Record<string, string | null>, before = NOTHING): Outcome {
		const states: Record<string, string> = {};
		const fired: string[] = [];
		for (const [number, state] of Object.entries(now)) {
			const was = before.states[number] as string | undefined;
			if (state !== null && was !== undefined && was !== state) {
				fired.push(`${number}: ${was} → ${state}`);
			}
			const last = state ?? was;
			if (last !== undefined) states[number] = last;
		}
		const unreadable = Object.keys(now).filter((number) => now[number] === null);
		this.memory = { ...NOTHING, of, states, unreadable };
		const known = before.unreadable.filter((number) => number in now);
		const isNews = unreadable.length > 0 && unreadable.sort().join() !== known.sort().join();

		return { fired: fired.sort(), reported: isNews ? [unreadable] : [] };
	}
}

function cannotReadAny({ states }: View): boolean {
	return states !== undefined && Object.values(states).every((state) => state === null);
}

/** What is remembered in a form that is the same for the same. */
function essence({ of, pools: [last = [], before = []], states, unreadable }: Memory): string {
	const missed = before.filter((number) => !last.includes(number));
	return JSON.stringify([
		of,
		[...last].sort(),
		missed.sort(),
		Object.entries(states).sort(),
		[...unreadable].sort(),
	]);
}
