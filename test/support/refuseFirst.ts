import type { FaultSpec } from '../../simulator';
import { RequestWatch } from './requestWatch';
import type { Simulated } from './simulated';

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
