import type { IExecuteFunctions, INodeType, NodeApiError } from 'n8n-workflow';

import { messagingService } from './built';
import { NODE_TYPE } from './n8nCore';

/** Returns options of `send` by which its execution can be stopped, and which tell when the node's own work has ended. */
export function stoppable() {
	let stop: () => void;
	let work: ReturnType<NonNullable<INodeType['execute']>> | undefined;
	const log: string[] = [];

	const node = Object.create(messagingService) as INodeType;
	node.execute = async function (this: IExecuteFunctions) {
		const logger = { warn: (message: string) => log.push(message) };
		Object.defineProperty(this, 'logger', { value: logger });
		work = messagingService.execute?.call(this);
		return (await work) ?? null;
	};

	return {
		options: {
			types: { [NODE_TYPE]: node },
			onStart: (stopExecution: () => void) => {
				stop = stopExecution;
			},
		},
		/** What the node has written to n8n's log. */
		log,
		/** Stops the execution as its user does. Returns the error or the items, as text, of the node: n8n does not wait for it. */
		async stop(): Promise<string> {
			stop();
			return await Promise.resolve(work).then(
				(output) => JSON.stringify([output].flat(2)),
				({ message, description }: NodeApiError) => `${message} ${description}`,
			);
		},
	};
}
