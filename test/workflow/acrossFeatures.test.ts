import type { IDataObject } from 'n8n-workflow';

import { KeyStore } from '../support/keyStore';
import type { RunOptions } from '../support/n8nCore';
import { simulated } from '../support/simulated';
import { recipient } from './support/rows';
import { CONTINUE, INTENT, MESSAGE, recipientsOf, row, runInRounds } from './support/sending';

const service = simulated();

beforeAll(async () => await new KeyStore().register());

const sent = recipientsOf(service);

describe('where an expression in the credential has a default,', () => {
	const PLAIN = 'demo-plain';
	const ENTERPRISE = 'demo-enterprise';

	/** Account by recipient. */
	const accounts = () =>
		service.simulator.requests.map(({ body, authorization }) => [
			(body as IDataObject).to,
			authorization.account,
		]);

	const withToken = (apiToken: string): Partial<RunOptions> => ({
		credentials: { ...service.credentials(), apiToken },
	});

	const parameters = { ...MESSAGE, options: { concurrency: 1 } };

	it.each([
		`={{ $input.item?.json.token ?? "${PLAIN}" }}`,
		`={{ $runIndex === 0 ? "${PLAIN}" : $json.token }}`,
	])('a customer in a later round goes with its own account: %s', async (apiToken) => {
		const rounds = [
			[row(0), row(1)],
			[row(2, { token: ENTERPRISE }), row(3, { token: PLAIN })],
		];
		await runInRounds(service, rounds, parameters, withToken(apiToken));

		expect(accounts()).toEqual([
			[recipient(0), 'plain'],
			[recipient(1), 'plain'],
			[recipient(2), 'enterprise'],
			[recipient(3), 'plain'],
		]);
	});

	it.each([
		`={{ $input.item?.json.token ?? "${PLAIN}" }}`,
		`={{ $("Source").all()[$itemIndex]?.json.token ?? "${PLAIN}" }}`,
		`={{ $("Source").all().find((row) => row.json.to === $input.item?.json.to)?.json.token ?? "${PLAIN}" }}`,
		`={{ (() => { try { return $json.token ?? "${PLAIN}" } catch { return "${PLAIN}" } })() }}`,
		`={{ $itemIndex === 1 ? "${ENTERPRISE}" : "${PLAIN}" }}`,
	])('a customer between two without a token goes with its own account: %s', async (apiToken) => {
		const input = [row(0), row(1, { token: ENTERPRISE }), row(2)];
		await service.run(parameters, { input, ...withToken(apiToken) });

		expect(accounts()).toEqual([
			[recipient(0), 'plain'],
			[recipient(1), 'enterprise'],
			[recipient(2), 'plain'],
		]);
	});
});

it('Send and Wait in a later round does not say that nothing was sent', async () => {
	const parameters = { ...MESSAGE, operation: 'sendAndWait', responseType: 'approval' };
	const { error } = await runInRounds(service, [[row(0)], [row(1), row(2)]], parameters, {
		beforeExecute: (context) => {
			context.putExecutionToWait = async () => undefined;
		},
	});

	expect(sent()).toEqual([recipient(0)]);
	expect(error?.message).toContain('1 message was sent earlier in this execution');
	expect(error?.description).not.toContain('Nothing was sent');
});

it('a Dry Run in a loop refuses no key that a live run would send', async () => {
	const options = { sendOnceKey: '={{ $json.key }}', doNotSendTo: recipient(0) };
	const rounds = (key: string) => [[row(0, { key })], [row(1, { key })]];

	await runInRounds(service, rounds('live'), { ...MESSAGE, options });
	expect(sent()).toEqual([recipient(1)]);

	const { error } = await runInRounds(service, rounds('dry'), {
		...MESSAGE,
		options: { ...options, dryRun: true },
	});
	expect(error?.message).toBeUndefined();
});

it('a Dry Run in a loop takes a key for its recipient, not for one who is left out', async () => {
	const options = { dryRun: true, sendOnceKey: 'dry 2', doNotSendTo: recipient(0) };
	const { error } = await runInRounds(service, [[row(0), row(1)], [row(1)]], {
		...MESSAGE,
		options,
	});
	expect(error?.message).toBeUndefined();
});

it('a token that is a number is not called empty', async () => {
	const { error } = await service.run(MESSAGE, {
		input: [row(0, { token: 12345678 })],
		credentials: { ...service.credentials(), apiToken: '={{ $json.token }}' },
	});
	// The simulator does not know it, which is another matter.
	expect(error?.message).not.toContain('empty');
});

it('a key is not called one of different recipients where both items are for the same', async () => {
	const { json } = await service.run(
		{
			...MESSAGE,
			options: { sendOnceKey: 'order 1', allowedCountries: '={{ $json.countries }}' },
		},
		{
			input: [row(0, { countries: ['DE'] }), row(0, { countries: ['US'] })],
			node: CONTINUE,
		},
	);

	expect(JSON.stringify(json)).not.toContain('different recipients');
	expect(sent()).toEqual([recipient(0)]);
});

it('an intent that an earlier try of Retry On Fail has generated is not called untried', async () => {
	const path = '/enterprise/message/generate';
	service.simulator.fault({
		kind: 'reset',
		when: 'after',
		delayMs: 100,
		path,
		match: { toNumber: recipient(0) },
	});
	service.simulator.fault({ kind: 'delay', delayMs: 400, path, match: { toNumber: recipient(1) } });
	const { error } = await service.run(
		{
			...INTENT,
			fromNumber: recipient(99),
			companyName: 'Acme',
			embedText: 'Talk to us',
			options: { concurrency: 2, maxRetries: 0 },
		},
		{
			input: [row(0), row(1)],
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		},
	);

	expect(service.simulator.intents).toHaveLength(2);
	expect(sent()).toEqual([]);
	expect(error?.description).not.toContain('Not tried: item 1');
	expect(error?.description).toContain('Begun, but not finished: item 1');
});

it('an item that waited after a 429 in an earlier try of Retry On Fail is not called untried', async () => {
	const to = (index: number) => ({ match: { to: recipient(index) } });
	const headers = { 'retry-after': '5' };
	service.simulator.fault({ kind: 'answer', status: 429, body: {}, headers, ...to(1) });
	service.simulator.fault({ kind: 'reset', when: 'after', delayMs: 300, ...to(0) });
	const { error } = await service.run(
		{ ...MESSAGE, options: { concurrency: 2 } },
		{
			input: [row(0), row(1)],
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		},
	);

	expect(error?.description).toContain('Possibly sent: item 0');
	expect(error?.description).not.toContain('Not tried: item 1');
});

describe('in a later round, nobody is told to remove an item by its number, where the earlier round', () => {
	const refuse = () => {
		const answer = { kind: 'answer', status: 422, body: {} } as const;
		service.simulator.fault({ ...answer, match: { to: recipient(3) } });
	};
	const last = [row(2), row(3)];

	it('left all out', async () => {
		refuse();
		const options = { concurrency: 1, doNotSendTo: `${recipient(0)}, ${recipient(1)}` };
		const { error } = await runInRounds(service, [[row(0), row(1)], last], { ...MESSAGE, options });
		expect(sent()).toEqual([recipient(2)]);
		expect(error?.description).not.toContain('Remove it first');
	});

	it('skipped all, since their keys were used before', async () => {
		const options = { concurrency: 1, sendOnceKey: '={{ $json.key }}' };
		const first = [row(0, { key: 'rows 0' }), row(1, { key: 'rows 1' })];
		await service.run({ ...MESSAGE, options }, { input: first });
		refuse();
		const { error } = await runInRounds(service, [first, last], { ...MESSAGE, options });
		expect(sent()).toEqual([recipient(0), recipient(1), recipient(2)]);
		expect(error?.description).not.toContain('Remove it first');
	});

	it('was a Dry Run', async () => {
		refuse();
		const options = { concurrency: 1, dryRun: '={{ $runIndex === 0 }}' };
		const { error } = await runInRounds(service, [[row(0), row(1)], last], { ...MESSAGE, options });
		expect(sent()).toEqual([recipient(2)]);
		expect(error?.description).not.toContain('Remove it first');
	});
});

it('an error says which messages would be sent again, also of those that were counted before an update', async () => {
	const { error } = await service.run(MESSAGE, {
		input: [{ to: 'abc' }],
		beforeExecute: (context) => {
			const state = { messages: { count: 3, keys: {} } };
			Object.assign(context.getContext('node'), { executionId: context.getExecutionId(), state });
		},
	});

	expect(error?.message).toContain('3 messages may have been sent earlier in this execution');
	expect(error?.description).toContain('Another run sends again what has no Send Once Key');
});
