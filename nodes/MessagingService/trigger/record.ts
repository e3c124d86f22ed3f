import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { isObject, isPlainObject, memberOf } from '../object';

/** The findings of a node's polls so far, as they are stored. */
type PollRecord = {
	/** Tells what was watched, and where; a record of something else is of no use. */
	scope: string;
	/** The findings of the watch. */
	known: IDataObject;
};

/** The record of a node in n8n's static data. */
export interface StoredRecord {
	/** Returns the findings of earlier polls, as any build has stored them; undefined if there are none of this scope. */
	read(scope: string): unknown;
	/** Writes the record, and drops those of nodes that are gone, where n8n shows the nodes. */
	write(record: PollRecord): void;
}

/** Member of the workflow's static data: the records of all triggers of the workflow, by the ID of their node. */
const RECORDS = 'messagingServiceTrigger';

/** Opens the record of a node in n8n's static data. */
export function recordOf(context: IPollFunctions): StoredRecord {
	// n8n keeps these under the node's name. The build of `test/stored/1.json` had the record here.
	const ofNode = context.getWorkflowStaticData('node');
	const ofWorkflow = context.getWorkflowStaticData('global');
	const { id } = context.getNode();
	const ids = nodeIdsOf(context);

	return {
		read(scope) {
			const stored = ofNode.record ?? memberOf(ofWorkflow[RECORDS], id);
			return memberOf(stored, 'scope') === scope ? memberOf(stored, 'known') : undefined;
		},

		write(record) {
			// n8n's data of a node has a member `__dataChanged`, its newer cursors have none. After a poll that returns nothing,
			// n8n saves only the cursors.
			const isCursor = !('__dataChanged' in ofNode);
			if (isCursor) {
				ofNode.record = record;
				return;
			}

			// Read again: another trigger of the workflow may have written since this poll began.
			const records = recordsIn(ofWorkflow);
			const others = Object.entries(records).filter(([other]) => ids?.includes(other) ?? true);
			const now = { ...Object.fromEntries(others), [id]: record };
			// n8n takes everything that is set for changed, so what is the same is not set.
			const isChanged = JSON.stringify(now) !== JSON.stringify(records);
			if (isChanged) ofWorkflow[RECORDS] = now;
			if (ofNode.record) delete ofNode.record;
		},
	};
}

function recordsIn(ofWorkflow: IDataObject): IDataObject {
	const records = ofWorkflow[RECORDS];
	return isDataObject(records) ? records : {};
}

const isDataObject = (value: IDataObject[string]): value is IDataObject => isPlainObject(value);

/** Returns the IDs of the workflow's nodes, where n8n shows them: no function of n8n's gives them. */
function nodeIdsOf(context: IPollFunctions): unknown[] | undefined {
	const nodes = memberOf(memberOf(context, 'workflow'), 'nodes');
	if (!isObject(nodes)) return undefined;
	return Object.values(nodes).map((node: unknown) => memberOf(node, 'id'));
}
