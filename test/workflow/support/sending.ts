import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { FaultSpec } from '../../../simulator';
import { loop } from '../../support/loop';
import type { RunOptions } from '../../support/n8nCore';
import { RequestWatch } from '../../support/requestWatch';
import type { Simulated } from '../../support/simulated';
import { recipient } from './rows';

/** Message → Send: each item holds its recipient, and its text if that is not "Hello". */
export const MESSAGE: INodeParameters = {
	resource: 'message',
	operation: 'send',
	channel: 'sms',
	to: '={{ $json.to }}',
	message: '={{ $json.text ?? "Hello" }}',
};

/** One-Time Password → Send. */
export const OTP: INodeParameters = { resource: 'otp', operation: 'send', to: '={{ $json.to }}' };

/** Message Intent → Generate and Send. */
export const INTENT: INodeParameters = {
	resource: 'intent',
	operation: 'generateAndSend',
	toNumber: '={{ $json.to }}',
};

/** A node that continues on errors. */
export const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };

/** Returns an item for a recipient, and what else it holds. */
export const row = (position: number, more: IDataObject = {}) => ({
	to: recipient(position),
	...more,
});

/** Returns a function that lists who was sent a message, in the order in which the service got them. */
export const recipientsOf = (service: Simulated) => () =>
	service.simulator.messages.map(({ to }) => to);

/** Returns a function that lists who was to get something by each request, whatever became of it. */
export const recipientsAskedOf = (service: Simulated) => () =>
	service
		.asked()
		.filter(({ path }) => !path.includes('generate'))
		.map(({ body }) => (body as { to: string }).to);

/** Runs the node in rounds of a loop, each with its own items. */
export async function runInRounds(
	service: Simulated,
	rounds: IDataObject[][],
	parameters: INodeParameters,
	more: Partial<RunOptions> = {},
) {
	const [input, ...later] = rounds;
	const next = loop(rounds.length, (_items, round) => later[round - 1].map((json) => ({ json })));
	return await service.run(parameters, { input, ...next, ...more });
}

/**
 * Holds all messages. The one to `to` will be refused, and the others be answered only when the node has read that.
 * @param others the fault that the others meet; by default they are sent
 */
export function refuseFirst(service: Simulated, to: string, others: Partial<FaultSpec> = {}) {
	const { simulator } = service;
	const watch = new RequestWatch();
	const refused = simulator.hold({
		kind: 'answer',
		status: 422,
		body: {},
		match: { to },
		times: 1,
	});
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

/** What is run with a list of recipients. */
export interface ListedRun {
	parameters?: INodeParameters;
	input?: IDataObject[];
	options?: INodeParameters;
	node?: Partial<INode>;
}

/** Returns a function that runs the node with a list of recipients in an option. The first item holds the list. */
export function runnerWithList(
	service: Simulated,
	option: 'doNotSendTo' | 'onlySendTo',
	byDefault: IDataObject[],
) {
	return async (list: unknown, run: ListedRun = {}) => {
		const { parameters = MESSAGE, input = byDefault, options = {}, node = {} } = run;
		const [first, ...others] = input;

		return await service.run(
			{ ...parameters, options: { [option]: '={{ $json.list }}', concurrency: 1, ...options } },
			{ input: [{ ...first, list: list as IDataObject[] }, ...others], node },
		);
	};
}
