import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import { messagingService } from './built';
import { NODE_TYPE } from './n8nCore';

/** Returns options of `send` by which its execution can be stopped, and which tell when the node's own work has ended. */
export function stoppable() {
	let stop: () => void = () => undefined;
	let settle: (message: string) => void;
	const settled = new Promise<string>((resolve) => {
		settle = resolve;
	});

	const node = Object.create(messagingService, {
		execute: {
			value: async function (this: IExecuteFunctions) {
				const work = Promise.resolve(messagingService.execute?.call(this));
				work.then(
					() => settle('it gave items'),
					({ message }: Error) => settle(message),
				);
				return await work;
			},
		},
	}) as INodeType;

	return {
		options: {
			nodeTypes: { [NODE_TYPE]: node },
			onStart: (stopExecution: () => void) => {
				stop = stopExecution;
			},
		},
		/** Stops the execution as its user does. Returns what the node then says, since n8n does not wait for it. */
		async stop(): Promise<string> {
			stop();
			return await settled;
		},
	};
}
