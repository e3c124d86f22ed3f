import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { memberOf } from '../errors/thrown';

/** The findings of a node's polls so far, as they are stored. */
type PollRecord = {
	/** Tells what was watched, and where; a record of something else is of no use. */
	scope: string;
	/** The watch's own knowledge. */
	known: IDataObject;
};

/** The record of a node in n8n's static data. */
export interface StoredRecord {
	/** Returns the knowledge of earlier polls, as any build has stored it; undefined if there is none of this scope. */
	read(scope: string): unknown;
	/** Writes the record, and drops those of nodes that are gone, where n8n shows the nodes. */
	write(record: PollRecord): void;
}

/** Member of the workflow's static data: the records of all triggers of the workflow, by the ID of their node. */
const RECORDS = 'messagingServiceTrigger';

/** Opens the record of a node in n8n's static data. */
export function recordOf(context: IPollFunctions): StoredRecord {
	// n8n keeps these under the node's name. Earlier builds of the package had the record here.
	const own = context.getWorkflowStaticData('node');
	const shared = context.getWorkflowStaticData('global');
	const { id } = context.getNode();
	const ids = nodeIdsOf(context);

	return {
		read(scope) {
			const stored = own.record ?? memberOf(shared[RECORDS], id);
			return memberOf(stored, 'scope') === scope ? memberOf(stored, 'known') : undefined;
		},

		write(record) {
			// n8n's cursors belong to the node by its ID, and n8n saves nothing else after a silent poll.
			const isCursor = !('__dataChanged' in own);
			if (isCursor) {
				own.record = record;
				return;
			}

			// Read again: another trigger of the workflow may have written since this poll began.
			const records = recordsIn(shared);
			const others = Object.entries(records).filter(([other]) => ids?.includes(other) ?? true);
			const now = { ...Object.fromEntries(others), [id]: record };
			// n8n takes everything that is set for changed, so what is the same is not set.
			const isChanged = JSON.stringify(now) !== JSON.stringify(records);
			if (isChanged) shared[RECORDS] = now;
			if (own.record) delete own.record;
		},
	};
}

function recordsIn(shared: IDataObject): IDataObject {
	const records = shared[RECORDS];
	return isDataObject(records) ? records : {};
}

const isDataObject = (value: IDataObject[string]): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the IDs of the workflow's nodes, where n8n shows them: no function of n8n's gives them. */
function nodeIdsOf(context: IPollFunctions): unknown[] | undefined {
	const nodes = memberOf(memberOf(context, 'workflow'), 'nodes');
	if (typeof nodes !== 'object' || nodes === null) return undefined;
	return Object.values(nodes).map((node: unknown) => memberOf(node, 'id'));
}
