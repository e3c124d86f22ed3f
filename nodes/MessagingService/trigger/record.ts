import type { IPollFunctions, Workflow } from 'n8n-workflow';

/** The name of the trigger's records in the static data of the workflow. */
const RECORDS = 'messagingServiceTrigger';

/** What the polls of a node have found so far. */
export interface PollRecord {
	/** Tells what was watched, and where; a record of something else is of no use. */
	scope: string;
	/** What the watch knows. */
	known: unknown;
}

/** Returns what reads and writes the record of a node in n8n's static data. */
export function recordOf(context: IPollFunctions) {
	// n8n keeps this under the node's name, and earlier versions of the package kept the record here.
	const own = context.getWorkflowStaticData('node') as { record?: PollRecord };
	const ofWorkflow = context.getWorkflowStaticData('global') as {
		[RECORDS]?: Record<string, PollRecord>;
	};
	const { id } = context.getNode();
	return {
		/** Returns what earlier polls have found, undefined if there is no record of this scope. */
		read(scope: string): unknown {
			const record = own.record ?? ofWorkflow[RECORDS]?.[id];
			return record?.scope === scope ? record.known : undefined;
		},
		/** Writes the record, and drops those of nodes that are gone. */
		write(record: PollRecord): void {
			if (isCursor(own)) {
				if (!isSame(own.record, record)) own.record = record;
				return;
			}
			// Read again: another trigger of the workflow may have written since this poll began.
			const records = ofWorkflow[RECORDS] ?? {};
			const others = Object.entries(records).filter(([other]) => hasNode(context, other));
			const now = { ...Object.fromEntries(others), [id]: record };
			// n8n takes everything that is set for changed, so what is the same is not set.
			if (!isSame(records, now)) ofWorkflow[RECORDS] = now;
			if (own.record) delete own.record;
		},
	};
}

/**
 * Tells whether n8n keeps a node's data as a cursor, which belongs to the node by its ID and is saved after each
 * poll; the workflow's data, which know whether they were changed, are then not saved.
 */
const isCursor = (own: object) => !('__dataChanged' in own);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Tells whether the workflow has a node; true where n8n does not show its nodes. */
function hasNode(context: IPollFunctions, id: string): boolean {
	const { workflow } = context as IPollFunctions & { workflow?: Pick<Workflow, 'nodes'> };
	return !workflow?.nodes || Object.values(workflow.nodes).some((node) => node.id === id);
}

/** Returns a value as JSON with the fields of objects in order: the same text for the same value. */
export function canonical(value: unknown): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}
