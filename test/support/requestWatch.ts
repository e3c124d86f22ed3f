import type { IExecuteFunctions } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { nextTurn } from './clock';
import type { Simulated } from './simulated';

/** The requests of a node as it makes them itself: no wire lies between it and what is seen here. */
export class RequestWatch {
	/** When each request left the node, in ms of performance.now(). */
	readonly starts: number[] = [];

	private answers = 0;

	/** For `beforeExecute` of a run. */
	readonly beforeExecute = ({ helpers }: IExecuteFunctions): void => {
		const send = helpers.httpRequest;
		const { starts } = this;
		const end = () => {
			this.answers++;
		};
		Object.assign(helpers, {
			async httpRequest(...args: Parameters<typeof send>) {
				starts.push(performance.now());
				const answer = send(...args);
				answer.then(end, end);
				return await answer;
			},
		});
	};

	/** True while a request is under way. */
	readonly isOnWire = (): boolean => this.starts.length > this.answers;

	/** Waits until so many requests have ended, and the node has drawn its conclusions. */
	async ended(count: number): Promise<void> {
		while (this.answers < count) await nextTurn();
		await nextTurn();
	}
}

/**
 * Holds all messages. The one to `to` will be refused, and the others be answered only when the node has read that.
 * @param others the fault that the others meet; by default they are sent
 */
export function refuseFirst(service: Simulated, to: string, others: Partial<FaultSpec> = {}) {
	const { simulator } = service;
	const watch = new RequestWatch();
	const refusal = { kind: 'answer', status: 422, body: {}, match: { to }, times: 1 } as const;
	const refused = simulator.hold(refusal);
	const rest = simulator.hold(others);

	return {
		beforeExecute: watch.beforeExecute,
		/** Waits until so many messages are under way, and lets the service answer. */
		async onceUnderWay(count: number) {
			await Promise.all([refused.holds(1), rest.holds(count - 1)]);
			refused.open();
			await watch.ended(1);
			rest.open();
		},
	};
}
