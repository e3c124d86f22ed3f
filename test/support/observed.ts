import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import { messagingService } from './n8nCore';

/** The built node, which also tells when its own work has ended: n8n's run ends without waiting for it. */
export function observed(): { node: INodeType; settled: Promise<string> } {
	let settle: (outcome: string) => void;
	const settled = new Promise<string>((resolve) => {
		settle = resolve;
	});

	const node: INodeType = Object.create(messagingService, {
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

	return { node, settled };
}
