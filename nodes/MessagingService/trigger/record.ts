import type { IPollFunctions, Workflow } from 'n8n-workflow';

/** The findings of a node's polls so far. */
interface PollRecord {
	/** Tells what was watched, and where; a record of something else is of no use. */
	scope: string;
	/** The watch's own knowledge. */
	known: unknown;
}

/** Opens the record of a node in n8n's static data. */
export function recordOf(context: IPollFunctions) {
	// n8n keeps these under the node's name; earlier versions of the package had the record here.
	const own = context.getWorkflowStaticData('node') as { record?: PollRecord };
	const shared = context.getWorkflowStaticData('global') as {
		messagingServiceTrigger?: Record<string, PollRecord>;
	};
	const { id } = context.getNode();
	const { workflow } = context as { workflow?: Pick<Workflow, 'nodes'> };
	const ids = workflow?.nodes && Object.values(workflow.nodes).map((node) => node.id);
	return {
		/** Reads the findings of earlier polls, undefined if there is no record of this scope. */
		read(scope: string): unknown {
			const record = own.record ?? shared.messagingServiceTrigger?.[id];
			return record?.scope === scope ? record.known : undefined;
		},
		/** Writes the record, and drops those of nodes that are gone, where n8n shows the nodes. */
		write(record: PollRecord): void {
			// n8n's cursors belong to the node by its ID, and n8n saves nothing else after a silent poll.
			const isCursor = !('__dataChanged' in own);
			if (isCursor) {
				own.record = record;
				return;
			}
			// Read again: another trigger of the workflow may have written since this poll began.
			const records = shared.messagingServiceTrigger ?? {};
			const others = Object.entries(records).filter(([other]) => ids?.includes(other) ?? true);
			const now = { ...Object.fromEntries(others), [id]: record };
			// n8n takes everything that is set for changed, so what is the same is not set.
			const isChanged = JSON.stringify(now) !== JSON.stringify(records);
			if (isChanged) shared.messagingServiceTrigger = now;
			if (own.record) delete own.record;
		},
	};
}

/** Returns a value as JSON with the fields of objects in order: the same text for the same value. */
export function canonical(value: unknown): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}
