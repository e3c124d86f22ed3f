import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import type { RunOptions } from './n8nCore';
import { NODE_NAME } from './n8nCore';
import { aNode, aNodeType } from './nodes';

const AGAIN = 'Again';

/** Returns options of `runNode` that run the node in so many rounds of a loop, each with the items of the round before. */
export function loop(
	rounds: number,
	next: (items: INodeExecutionData[], round: number) => INodeExecutionData[] = (items) => items,
): Pick<RunOptions, 'nodes' | 'connections' | 'types'> {
	let round = 1;

	const again = aNodeType(
		AGAIN,
		async function (this: IExecuteFunctions) {
			return [round < rounds ? next(this.getInputData(), round++) : []];
		},
		[NodeConnectionTypes.Main],
	);
	const to = (name: string) => ({
		main: [[{ node: name, type: NodeConnectionTypes.Main, index: 0 }]],
	});

	return {
		nodes: [aNode({ id: AGAIN, name: AGAIN, type: AGAIN })],
		connections: { [NODE_NAME]: to(AGAIN), [AGAIN]: to(NODE_NAME) },
		types: { [AGAIN]: again },
	};
}
