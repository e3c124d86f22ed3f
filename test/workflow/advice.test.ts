import type { INodeParameters } from 'n8n-workflow';

import { passUntilEndOf, stopTime } from '../support/clock';
import { withHeldTimeouts } from '../support/heldTimeouts';
import { searchNumbers } from '../support/numberSearch';
import { Poller } from '../support/poller';
import { RECIPIENT, simulated } from '../support/simulated';

const service = simulated();

/** Names of options that stand against slow answers and limits. */
const OPTIONS = ['Timeout', 'Max Retries', 'Concurrency', 'Requests per Second'];

const optionsIn = ({ description }: { description?: string | null }) =>
	OPTIONS.filter((option) => description?.includes(option));

interface Shown {
	message: string;
	description: string;
}

/** The error of what has no options. */
const errorOf = async (work: () => Promise<unknown>): Promise<Shown> =>
	await work().then(
		() => ({ message: 'It succeeded', description: '' }),
		(error: Shown) => error,
	);

const watching = (parameters: INodeParameters) => async () =>
	await new Poller(parameters, service.credentials()).poll();

/** Tells of each request, once, that it has reached the service. */
function arrivals(): () => boolean {
	let seen = 0;
	return () => {
		const before = seen;
		seen = service.simulator.requests.length;
		return seen > before;
	};
}

const WITHOUT_OPTIONS: Array<[string, () => Promise<unknown>]> = [
	['Number Available', watching({ event: 'numberAvailable', filters: {} })],
	[
		'Number Status Changed',
		watching({ event: 'numberStatusChanged', numbers: ['+12125550101'] as never }),
	],
	['the list of numbers', async () => await searchNumbers(service.credentials())],
];

describe('an error names no option that is not there', () => {
	it.each(WITHOUT_OPTIONS)('when the service is slow: %s', async (_, work) => {
		service.simulator.hold();
		stopTime();
		const failing = withHeldTimeouts(async () => await errorOf(work), arrivals());
		const error = await passUntilEndOf(failing);
		expect(error.message).toMatch(/The service did not answer in time/);
		expect(error.description).toContain('contact your provider');
		expect(optionsIn(error)).toEqual([]);
	});

	it.each(WITHOUT_OPTIONS)('when the service limits requests: %s', async (_, work) => {
		service.simulator.fault({ kind: 'answer', status: 429, body: {}, times: 'always' });
		stopTime();
		const error = await passUntilEndOf(errorOf(work));
		expect(error.message).toMatch(/The service is receiving too many requests/);
		expect(error.description).toContain('Try again later');
		expect(optionsIn(error)).toEqual([]);
	});

	it.each([
		['send', ['Max Retries', 'Concurrency', 'Requests per Second']],
		['sendAndWait', ['Max Retries']],
	])('when the service limits requests: message %s', async (operation, options) => {
		service.simulator.fault({ kind: 'answer', status: 429, body: {} });
		const { error } = await service.run({
			resource: 'message',
			operation,
			channel: 'sms',
			to: RECIPIENT,
			message: 'Hello',
			options: { maxRetries: 0 },
		});

		expect(error?.message).toMatch(/^The service is receiving too many requests/);
		expect(optionsIn(error ?? {})).toEqual(options);
	});

	it('but says which one helps where it is', async () => {
		service.simulator.hold();
		const parameters = { resource: 'lease', operation: 'getAll', returnAll: true };
		const options = { maxRetries: 0, timeout: 1 };
		const { error } = await service.run({ ...parameters, options });
		expect(error?.message).toMatch(/in time while listing/);
		expect(optionsIn(error ?? {})).toEqual(['Timeout']);
	});
});
