import type { IDataObject } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import type { RunOptions } from './n8nCore';
import { NODE_NAME } from './n8nCore';
import { aNode, aNodeType, leadsTo } from './nodes';

const AGAIN = 'Again';

/** Returns options of `runNode` that run the node in further rounds of a loop, with these items. */
export function furtherRounds(
	rounds: IDataObject[][],
): Pick<RunOptions, 'nodes' | 'connections' | 'types'> {
	const left = [...rounds];
	const next = async () => [(left.shift() ?? []).map((json) => ({ json }))];
	return {
		nodes: [aNode({ id: AGAIN, name: AGAIN, type: AGAIN })],
		connections: { [NODE_NAME]: leadsTo(AGAIN), [AGAIN]: leadsTo(NODE_NAME) },
		types: { [AGAIN]: aNodeType(AGAIN, next, [NodeConnectionTypes.Main]) },
	};
}
