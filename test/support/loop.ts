import type { IExecuteFunctions, INode, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import type { RunOptions } from './n8nCore';
import { NODE_NAME } from './n8nCore';

const AGAIN = 'Again';

/** Returns options of `runNode` that run the node in so many rounds of a loop, each with the items of the round before. */
export function loop(
	rounds: number,
	next: (items: INodeExecutionData[], round: number) => INodeExecutionData[] = (items) => items,
): Pick<RunOptions, 'nodes' | 'connections' | 'nodeTypes'> {
	let round = 1;

	const again: INodeType = {
		description: {
			displayName: AGAIN,
			name: AGAIN,
			group: ['transform'],
			version: 1,
			description: 'Returns its items, or none after the last round',
			usableAsTool: true,
			defaults: { name: AGAIN },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			return [round < rounds ? next(this.getInputData(), round++) : []];
		},
	};

	const node: INode = {
		id: AGAIN,
		name: AGAIN,
		type: AGAIN,
		typeVersion: 1,
		position: [400, 0],
		parameters: {},
	};
	const to = (name: string) => ({
		main: [[{ node: name, type: NodeConnectionTypes.Main, index: 0 }]],
	});

	return {
		nodes: [node],
		connections: { [NODE_NAME]: to(AGAIN), [AGAIN]: to(NODE_NAME) },
		nodeTypes: { [AGAIN]: again },
	};
}
