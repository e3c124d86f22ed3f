import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { loop } from '../support/loop';
import type { RunOptions } from '../support/n8nCore';
import { searchNumbers } from '../support/numberSearch';
import { operationOf, OPERATIONS, RECIPIENT, SEND } from '../support/operations';
import { Poller } from '../support/poller';
import { runningSimulator } from '../support/runningSimulator';
import { simulated } from '../support/simulated';

const tokenOf = (customer: string) => ['token', 'of', customer, '7f31'].join('-');

const account = (name: string) => ({
	name,
	token: tokenOf(name),
	enterprise: true,
	plan: 'unlimited' as const,
	quota: 1_000_000,
	ad: false,
});

const accounts = ['anna', 'ben'].map(account);

const service = simulated({ accounts });

/** Another service, at another address, with the same customers. */
const elsewhere = runningSimulator({ accounts });

/** A credential whose fields n8n resolves for each item. */
const CREDENTIAL = { baseUrl: '={{ $json.url }}', apiToken: '={{ $json.token }}' };

const item = (name: string, more: IDataObject = {}) => ({
	url: service.simulator.baseUrl,
	token: tokenOf(name),
	...more,
});

/** The accounts whose token has come, in order. */
const senders = ({ requests } = service.simulator) =>
	requests.map(({ authorization }) => authorization.account);

const send = async (input: IDataObject[], more: Partial<RunOptions> = {}) =>
	await service.run(
		{ ...SEND, to: '={{ $json.to }}', options: { concurrency: 1 } },
		{
			credentials: CREDENTIAL,
			input: input.map((one, index) => ({ to: `+1202555010${index}`, ...one })),
			...more,
		},
	);

/** Counts how often the node asks n8n for its credential, which n8n reads and decrypts each time. */
function counted() {
	const indexes: Array<number | undefined> = [];
	const beforeExecute = (context: IExecuteFunctions) => {
		const original = context.getCredentials.bind(context);
		context.getCredentials = async (type, itemIndex) => {
			indexes.push(itemIndex);
			return await original(type, itemIndex);
		};
	};
	return { indexes, beforeExecute };
}

describe('where the fields of the credential hold expressions,', () => {
	const multiple = OPERATIONS.filter(({ operation }) => !operation.oneItemOnly);

	it.each(multiple.map(({ name }) => name))(
		'each item goes with its own token to its own address: %s',
		async (name) => {
			const { after } = operationOf(name);
			const input = [
				item('anna', { leased: '+12125550101' }),
				item('ben', { leased: '+14155550122', url: elsewhere().baseUrl }),
			];
			for (const row of after ? input : []) {
				// Its answer holds what the operation needs, such as an ID.
				const { json } = await service.run(byRow(after ?? ''), {
					credentials: CREDENTIAL,
					input: [row],
				});
				Object.assign(row, json[0]);
			}
			const { items } = await service.run(byRow(name), { credentials: CREDENTIAL, input });
			const paired = items.map(({ pairedItem }) => pairedItem);

			expect(paired).toEqual(expect.arrayContaining([{ item: 0 }, { item: 1 }]));
			expect(new Set(senders())).toEqual(new Set(['anna']));
			expect(new Set(senders(elsewhere()))).toEqual(new Set(['ben']));
		},
	);

	/** The example of an operation, with the number that stands in the row. */
	const byRow = (name: string) => {
		const { parameters } = operationOf(name);
		const number = { __rl: true, mode: 'number', value: '={{ $json.leased }}' };
		return 'number' in parameters ? { ...parameters, number } : parameters;
	};

	const one = (name: string, more: IDataObject = {}): Partial<RunOptions> => ({
		credentials: CREDENTIAL,
		input: [item(name, more)],
	});

	it('Send and Wait asks with the token of its item', async () => {
		const { parameters } = operationOf('message.sendAndWait');
		await service.run(parameters, one('ben'));
		expect(senders()).toEqual(['ben']);
	});

	it('every item among many gets its own, whatever the neighbours have', async () => {
		const names = ['anna', 'anna', 'ben', 'anna', 'ben'];
		await send(names.map((name) => item(name)));
		expect(senders()).toEqual(names);
	});

	it.each([
		['$input.item', '={{ $input.item.json.token }}'],
		['the item of the node before', '={{ $("Source").item.json.token }}'],
		['$node', '={{ $node["Source"].json.token }}'],
		['a default', '={{ $json.token ?? "none" }}'],
		['the place of the item', '={{ $("Source").all()[$itemIndex].json.token }}'],
		[
			'the place of the item alone',
			`={{ $itemIndex === 1 ? "${tokenOf('ben')}" : "${tokenOf('anna')}" }}`,
		],
	])('an expression may name the token by %s', async (_, apiToken) => {
		await send([item('anna'), item('ben')], { credentials: { ...CREDENTIAL, apiToken } });
		expect(senders()).toEqual(['anna', 'ben']);
	});

	it.each([
		'$input.item?.json.token ?? ANNA',
		'$("Source").all()[$itemIndex]?.json.token ?? ANNA',
		'$if($input.item?.json.token, $input.item?.json.token, ANNA)',
		'$itemIndex === 1 ? BEN : ANNA',
		'[ANNA, BEN][$itemIndex] ?? ANNA',
		'(() => { try { return $json.token ?? ANNA } catch { return ANNA } })()',
	])('an item between two that have the default gets its own: %s', async (expression) => {
		const quoted = expression
			.replace(/ANNA/g, JSON.stringify(tokenOf('anna')))
			.replace(/BEN/g, JSON.stringify(tokenOf('ben')));
		const none = item('anna', { token: undefined });
		const credentials = { ...CREDENTIAL, apiToken: `={{ ${quoted} }}` };
		await send([none, item('ben'), none], { credentials });
		expect(senders()).toEqual(['anna', 'ben', 'anna']);
	});

	it("each item gets its own where n8n's database fails while it is asked if all have the same", async () => {
		const beforeExecute = (context: IExecuteFunctions) => {
			const original = context.getCredentials.bind(context);
			context.getCredentials = async (type, itemIndex) => {
				if (typeof itemIndex !== 'number') throw new Error('The database is locked');
				return await original(type, itemIndex);
			};
		};
		await send([item('anna'), item('ben')], { beforeExecute });
		expect(senders()).toEqual(['anna', 'ben']);
	});

	it('a default in one round of a loop is no token of the next', async () => {
		const token = JSON.stringify(tokenOf('anna'));
		const apiToken = `={{ $input.item?.json.token ?? ${token} }}`;
		const none = item('anna', { token: undefined });
		const rows = [item('ben'), none, item('anna')].map((json) => ({
			json: { ...json, to: RECIPIENT },
		}));
		await send([none, none], { ...loop(2, () => rows), credentials: { ...CREDENTIAL, apiToken } });
		expect(senders()).toEqual(['anna', 'anna', 'ben', 'anna', 'anna']);
	});

	it('an item without a token stops the run before any request, named with all other mistakes', async () => {
		const input = [item('anna'), item('ben', { token: undefined }), item('ben', { to: 'nobody' })];
		const { error } = await send(input);
		expect(error?.message).toContain('2 of 3');
		const told = `${error?.message} ${error?.description}`;
		expect(told).toContain('The API Token of the credential is empty');
		expect(told).toContain('"nobody"');
		expect(senders()).toEqual([]);
	});

	it('the first item may be the one without a token', async () => {
		const input = [item('anna', { token: undefined }), item('ben'), item('ben', { token: null })];
		const { error } = await send(input);
		expect(`${error?.message} ${error?.description}`).toMatch(
			/[Ii]tem 0[^]*[Ii]tem 2|[Ii]tems 0[,\- and]*2/,
		);
		expect(senders()).toEqual([]);
	});

	it('an item alone without a token is told to look at its expression', async () => {
		const { error } = await send([item('anna', { token: undefined })]);
		expect(error?.message).toContain('The API Token of the credential is empty');
		expect(error?.description).toContain('expression');
	});

	it.each([
		['no token', { token: '' }, 'The API Token of the credential is empty'],
		['no address', { url: '' }, 'The Base URL of the credential is empty'],
		['an unreadable address', { url: 'ftp://a.example' }, 'is not an http or https address'],
		['an address that is not private', { url: 'http://a.example' }, 'unencrypted'],
		['a token of two lines', { token: 'some\ntoken' }, 'contains line breaks'],
	])('an item with %s fails alone where the node continues', async (_, spoiled, message) => {
		const { json } = await send([item('anna'), item('ben', spoiled), item('ben')], {
			node: { onError: 'continueRegularOutput' },
		});
		expect(json[1]).toEqual({
			error: expect.stringContaining(message) as unknown,
			errorDetails: expect.objectContaining({ mayHaveBeenSent: false, about: 'input' }) as unknown,
		});
		expect(json[0].error ?? json[2].error).toBeUndefined();
		expect(senders()).toEqual(['anna', 'ben']);
	});

	it("an item whose expression n8n can't resolve is a mistake of that item", async () => {
		const apiToken = `={{ $json.token ? $json.token : $("Nowhere").item.json.token }}`;
		const input = [item('anna'), item('ben', { token: undefined })];
		const { json } = await send(input, {
			credentials: { ...CREDENTIAL, apiToken },
			node: { onError: 'continueRegularOutput' },
		});
		expect(json[0].error).toBeUndefined();
		expect(json[1].errorDetails).toMatchObject({ mayHaveBeenSent: false, about: 'input' });
		expect(senders()).toEqual(['anna']);
	});

	it('a Dry Run names the items that have no token', async () => {
		const { json } = await service.run(
			{ ...SEND, options: { dryRun: true } },
			{
				credentials: CREDENTIAL,
				input: [item('anna'), item('ben', { token: undefined })],
				node: { onError: 'continueRegularOutput' },
			},
		);
		expect(json[0]).toMatchObject({ dryRun: true });
		expect(json[1].error).toContain('The API Token of the credential is empty');
	});

	it('the token of no item stands in any text', async () => {
		const input = [item('anna', { to: tokenOf('ben') }), item('ben', { to: tokenOf('anna') })];
		const stopped = await send(input);
		expect(stopped.error?.message).toContain('2 of 2');
		const continued = await send(input, { node: { onError: 'continueRegularOutput' } });
		const texts = JSON.stringify([stopped.error, continued.json]);
		for (const { token } of accounts) expect(texts).not.toContain(token);
	});

	it('a token in the wrong column of one row hides nothing of the other rows', async () => {
		const broken = { text: 'Hi {{ $json.name }}', to: '+12025550100' };
		const input = [
			item('anna', { to: 'abc' }),
			item('ben', { to: tokenOf('anna') }),
			item('ben', { to: 'n/a' }),
			item('ben', broken),
		];
		const parameters = { ...SEND, to: '={{ $json.to }}', message: '={{ $json.text ?? "Hi" }}' };
		const { error } = await service.run(parameters, { credentials: CREDENTIAL, input });

		const toldOf = (index: number) =>
			new RegExp(`Item ${index}: (.*?)\\.(?: |$)`, 'm').exec(error?.description ?? '')?.[1];
		expect(toldOf(0)).toContain('"abc"');
		expect(toldOf(1)).toContain('"(not shown: it contains the API token)"');
		expect(toldOf(2)).toContain('"n/a"');
		expect(toldOf(3)).toContain('"$json.name"');
	});

	it('an answer that repeats the token of another item is not quoted', async () => {
		service.simulator.fault({
			kind: 'answer',
			status: 400,
			body: { message: `Not with ${tokenOf('anna')} nor ${tokenOf('ben')}` },
			match: { to: '+12025550101' },
		});
		const { json } = await send([item('anna'), item('ben')], {
			node: { onError: 'continueRegularOutput' },
		});

		for (const { token } of accounts) expect(JSON.stringify(json)).not.toContain(token);
		expect(json[1].error).toBeDefined();
	});

	it('each round of a loop goes with the token of its own item', async () => {
		const next = () => [{ json: { ...item('ben'), to: RECIPIENT } }];
		await send([item('anna')], loop(2, next));
		expect(senders()).toEqual(['anna', 'ben']);
	});

	it('a later round of a loop has tokens of its own too', async () => {
		const row = (name: string) => ({ json: { ...item(name), to: RECIPIENT } });
		await send(
			[item('anna'), item('anna')],
			loop(2, () => [row('ben'), row('anna')]),
		);
		expect(senders()).toEqual(['anna', 'anna', 'ben', 'anna']);
	});

	it('each item goes with its own, where they were added to the credential between two rounds', async () => {
		const credentials = { baseUrl: service.simulator.baseUrl, apiToken: tokenOf('anna') };
		const rows = ['ben', 'anna'].map((name) => ({ json: { ...item(name), to: RECIPIENT } }));
		const edit = () => {
			credentials.apiToken = CREDENTIAL.apiToken;
			return rows;
		};
		await send([item('anna'), item('anna')], { ...loop(2, edit), credentials });
		expect(senders()).toEqual(['anna', 'anna', 'ben', 'anna']);
	});

	it("no item goes with another one's, where they are removed from the credential while it is read", async () => {
		const credentials = { ...CREDENTIAL, baseUrl: service.simulator.baseUrl };
		const beforeExecute = (context: IExecuteFunctions) => {
			const original = context.getCredentials.bind(context);
			context.getCredentials = async (type, itemIndex) => {
				try {
					return await original(type, itemIndex);
				} finally {
					credentials.apiToken = tokenOf('ben');
				}
			};
		};
		await send([item('anna'), item('ben')], { credentials, beforeExecute });
		expect(senders()[1]).toBe('ben');
	});
});

describe('n8n is asked for a credential', () => {
	const plain = () => ({ baseUrl: service.simulator.baseUrl, apiToken: tokenOf('anna') });

	it.each([1, 2, 50])('without expressions once for %d items', async (count) => {
		const { indexes, beforeExecute } = counted();
		await service.run(SEND, {
			credentials: plain(),
			input: Array.from({ length: count }, () => ({})),
			beforeExecute,
		});
		expect(senders()).toHaveLength(count);
		expect(indexes).toHaveLength(1);
	});

	it('without expressions once a round', async () => {
		const { indexes, beforeExecute } = counted();
		const items = [{ json: {} }, { json: {} }];
		await service.run(SEND, {
			credentials: plain(),
			input: [{}, {}],
			...loop(4, () => items),
			beforeExecute,
		});
		expect(senders()).toHaveLength(8);
		expect(indexes).toHaveLength(4);
	});

	it('for each item where a field holds an expression, whatever that one gives', async () => {
		const { indexes, beforeExecute } = counted();
		await send([item('anna'), item('ben'), item('ben')], {
			credentials: { ...plain(), apiToken: '={{ $("Source").first().json.token }}' },
			beforeExecute,
		});
		expect(senders()).toEqual(['anna', 'anna', 'anna']);
		expect(indexes.filter((index) => typeof index === 'number')).toEqual([0, 1, 2]);
	});
});

describe('where there are no items, a credential that needs one is refused, with what to do,', () => {
	const refusal = 'The credential has an expression that needs an item';

	it('in the list of numbers', async () => {
		const list = searchNumbers({ ...CREDENTIAL });
		await expect(list).rejects.toMatchObject({
			message: expect.stringContaining(refusal) as unknown,
			description: expect.stringContaining("'By Number'") as unknown,
		});
	});

	it('in the trigger', async () => {
		const poller = new Poller({ event: 'numberAvailable', filters: {} }, { ...CREDENTIAL });
		await expect(poller.poll()).rejects.toThrow(refusal);
	});

	it('and one whose expressions need none is used', async () => {
		const { baseUrl } = service.simulator;
		const credentials = { baseUrl, apiToken: `={{ "${tokenOf('ben')}" }}` };
		expect((await searchNumbers(credentials)).length).toBeGreaterThan(0);
		expect(senders()).toEqual(['ben']);
	});
});

describe('a credential that cannot be used for any item', () => {
	it('is told once, as before', async () => {
		const { error } = await send([item('anna'), item('ben')], {
			credentials: { baseUrl: service.simulator.baseUrl, apiToken: '' },
		});
		expect(error?.message).toContain('The API Token of the credential is empty');
		expect(error?.message).not.toContain('2 of 2');
	});
});
