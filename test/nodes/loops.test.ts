import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { passUntilEndOf, stopTime } from '../support/clock';
import type { Sending } from '../support/send';
import { recipients, REFUSED, row } from '../support/rows';
import { CONTINUE, ONE_BY_ONE, outcomes, RETRY, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

const sendInRounds = async (rounds: IDataObject[][], { options, ...more }: Sending = {}) =>
	await send(service, { rounds, options: { ...ONE_BY_ONE, ...options }, ...more });

describe('in rounds of a loop', () => {
	/** Sends a message in each of four rounds. Returns when each request started, in ms after the first. */
	async function startsOfRounds(options: INodeParameters, answers: IDataObject[] = []) {
		const starts: number[] = [];
		// Time passes as far as somebody waits for it, which nobody does for the wire.
		const beforeExecute = (context: IExecuteFunctions) => {
			jest.spyOn(context.helpers, 'httpRequest').mockImplementation(async () => {
				starts.push(performance.now());
				const answer = answers[starts.length - 1];
				return { statusCode: 200, headers: {}, body: '{"crumbs":{}}', ...answer };
			});
		};
		const rounds = [0, 1, 2, 3].map((round) => [row(0, { round })]);
		const { error } = await passUntilEndOf(
			send(service, { rounds, options, node: CONTINUE, beforeExecute }),
		);
		expect(error).toBeUndefined();
		return starts.map((start) => start - starts[0]);
	}

	beforeEach(() => stopTime());

	it('messages start no faster than the pace, and at once in the next execution', async () => {
		for (let run = 0; run < 2; run++) {
			const begin = performance.now();
			expect(await startsOfRounds({ requestsPerSecond: 2 })).toEqual([0, 500, 1000, 1500]);
			expect(performance.now() - begin).toBeLessThan(2000);
		}
	});

	it('messages keep the pace when its value changes from round to round', async () => {
		const requestsPerSecond = '={{ $json.round % 2 ? 2 : 4 }}';
		expect(await startsOfRounds({ requestsPerSecond })).toEqual([0, 500, 750, 1250]);
	});

	it.each<[string, INodeParameters]>([
		['nothing changes', {}],
		['the pace changes', { requestsPerSecond: '={{ $json.round ? 1000 : 500 }}' }],
		['the concurrency changes', { concurrency: '={{ $json.round ? 5 : 10 }}' }],
	])('messages wait as long as the service asked, when %s', async (_, options) => {
		const limited = { statusCode: 429, headers: { 'retry-after': '3' }, body: '{}' };
		expect((await startsOfRounds({ maxRetries: 0, ...options }, [limited]))[1]).toBe(3000);
	});
});

it('a key that an earlier round has used is skipped', async () => {
	const again = [row(0, { key: 'order' })];
	const { json } = await sendInRounds([again, again], {
		options: { sendOnceKey: '={{ $json.key }}' },
	});
	expect(outcomes(json)).toEqual(['done', 'skipped']);
	expect(service.sent()).toEqual(recipients(0));
});

it('an error in a later round is about the items of its round, and never says that nothing was sent', async () => {
	const { error } = await sendInRounds([
		[row(0), row(1)],
		[{ to: 'abc' }, row(3)],
	]);
	expect(error?.message).toContain('1 of 2 items cannot be sent. Item 0');
	expect(`${error?.message} ${error?.description}`).not.toMatch(/nothing was sent/i);
	expect(service.sent()).toEqual(recipients(0, 1));
});

it('each round has the tries of Retry On Fail for itself', async () => {
	service.simulator.fault({ ...REFUSED, nth: 2 });
	service.simulator.fault({ ...REFUSED, nth: 4 });
	const rounds = [
		[row(0), row(1)],
		[row(2), row(3)],
	];
	const { json } = await sendInRounds(rounds, { node: RETRY });
	expect(outcomes(json)).toEqual(Array(4).fill('done'));
	expect(service.sent()).toEqual(recipients(0, 1, 2, 3));
});

it('each round goes with the credential of its own items', async () => {
	const token = (plan: string) => ({ token: `demo-${plan}` });
	await sendInRounds([[row(0, token('plain'))], [row(1, token('enterprise'))]], {
		credentials: { ...service.credentials(), apiToken: '={{ $json.token }}' },
	});
	const accounts = service.simulator.requests.map(({ authorization }) => authorization.account);
	expect(accounts).toEqual(['plain', 'enterprise']);
});
