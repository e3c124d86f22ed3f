/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';

import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { ROOT } from '../../playground/src/paths';
import { KeyStore } from '../support/keyStore';
import { NODE_NAME } from '../support/n8nCore';
import { OPERATIONS } from '../support/operations';
import { RECIPIENT, SEND, simulated } from '../support/simulated';
import {
	allFields,
	asFile,
	ASK,
	BUILDS,
	comparable,
	fileOf,
	GENERATE_AND_SEND,
	KEYS,
	leaveBehind,
	POOL,
	PREFIX,
	sendKeyed,
	storedBy,
	type StoredKeys,
} from '../support/stored';
import { byOwner, type StoredField } from '../support/storedFields';
import { visit } from '../support/visiting';

const service = simulated();
const store = new KeyStore();

beforeAll(async () => await store.register());

const CONTINUE = { onError: 'continueRegularOutput' } as const;

const newest = BUILDS.at(-1) ?? 0;

it('what this build leaves with n8n is what the newest file in test/stored says (see its README)', async () => {
	const { baseUrl } = service.simulator;
	const today = await leaveBehind(service, store);
	const known = newest > 0 ? comparable(storedBy(newest, baseUrl), baseUrl) : undefined;
	const now = comparable(today, baseUrl);
	if (process.env.STORED === 'write') {
		if (!isDeepStrictEqual(now, known)) writeFileSync(fileOf(newest + 1), asFile(today, baseUrl));
		return;
	}
	expect(now).toEqual(known);
});

it('what this build leaves with n8n holds everything that a node keeps for an execution', () => {
	const folder = path.join(ROOT, 'nodes', 'MessagingService');
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(path.join(folder, file), 'utf8'))
		.filter((source) => /StateKey<|[{ ]executionState[ ,]/.test(source))
		.flatMap((source) => [...source.matchAll(/\b(?:name:|NAME =) '(\w+)'/g)])
		.map(([, name]) => name);
	const states = Object.values(stored(newest).executions).map(({ state }) => Object(state));
	expect(names.length).toBeGreaterThan(4);
	expect(Object.keys(Object.assign({}, ...states)).sort()).toEqual([...new Set(names)].sort());
});

/** Files from this one on hold the state of an execution under names. */
const FIRST_WITH_STATE = 2;
const withState = BUILDS.filter((build) => build >= FIRST_WITH_STATE);

const stored = (build: number) => storedBy(build, service.simulator.baseUrl);

/** Returns what lets a run go on with what n8n has saved of the node in its execution. */
const goingOnWith = (memory: IDataObject) => (context: IExecuteFunctions) =>
	Object.assign(context.getContext('node'), memory);

const linksSent = () =>
	service.simulator.messages.map(({ text }) => new URL(/https?:\S+/.exec(text)?.[0] ?? ''));

describe.each(BUILDS)('after an update from build %d, a question that waits', (build) => {
	it('opens, and decides', () => {
		const { waiting } = stored(build).executions;
		expect(visit({}, { memory: waiting })).toMatchObject({ status: 200 });
		const { status, data } = visit({}, { memory: waiting, typed: { approved: 'true' } });
		expect([status, data]).toEqual([200, expect.objectContaining({ approved: true })]);
	});

	it('in a loop, opens by its own link, and not by that of the question before', () => {
		const { executions, links } = stored(build);
		const [first, second] = links.map((link) => {
			const { searchParams } = new URL(link, 'http://n8n.example');
			const question = searchParams.get('q') ?? undefined;
			return visit({}, { memory: executions.waitingAgain, question }).status;
		});
		expect([first, second]).toEqual([410, 200]);
	});

	it('is followed by one with a link of its own', async () => {
		const { waiting, waitingAgain } = stored(build).executions;
		await service.run(ASK, { beforeExecute: goingOnWith(waiting) });
		await service.run(ASK, { beforeExecute: goingOnWith(waitingAgain) });
		expect(linksSent().map(({ searchParams }) => searchParams.get('q'))).toEqual(['2', '3']);
	});
});

describe.each(withState)('after an update from build %d, an execution that waited', (build) => {
	it('counts the messages from before', async () => {
		const { sendingInALoop } = stored(build).executions;
		const options = { maxMessages: 2 };
		const { error } = await service.run(
			{ ...SEND, options },
			{ beforeExecute: goingOnWith(sendingInALoop) },
		);
		expect(error?.message).toContain('there would be 3 messages');
		expect(service.asked()).toEqual([]);
	});

	it('adopts no number that it has adopted before', async () => {
		const adoptFirst = { resource: 'lease', operation: 'adoptFirstAvailable', filters: {} };
		const { adopting } = stored(build).executions;
		const { json: first } = await service.run(adoptFirst);
		service.simulator.reset();
		const { json: next } = await service.run(adoptFirst, { beforeExecute: goingOnWith(adopting) });
		expect(first[0].number).toBe(POOL[0]);
		expect(next[0].number).toBe(POOL[1]);
	});
});

it.each(BUILDS)(
	'after an update from build %d, an error in a later round says what it knows of earlier ones, and nothing else',
	async (build) => {
		const { error } = await service.run(
			{ ...SEND, to: '={{ $json.to }}' },
			{
				input: [{ to: 'abc' }, { to: RECIPIENT }],
				beforeExecute: goingOnWith(stored(build).executions.withoutLimit),
			},
		);
		const text = `${error?.message} ${error?.description}`;
		expect(text).toContain(
			'None of the input items of this round was sent. Items are counted from 0 within this round.',
		);
		const earlier = /Earlier in this execution, [^]*?(?= None of)/.exec(text)?.[0];
		expect(earlier).toBe(TOLD_OF_EARLIER[build]);
	},
);

/** What an error says of the two messages that each build has sent earlier in the execution, both with a key. */
const TOLD_OF_EARLIER: Record<number, string | undefined> = {
	// It has noted that its keys were used, and not by which execution.
	1: undefined,
	// It has counted its messages, and noted neither their keys nor what became of them.
	2: 'Earlier in this execution, 2 messages may have been sent. Another run sends again what has no Send Once Key.',
	3: 'Earlier in this execution, 2 messages were sent.',
};

it.each(BUILDS)(
	'after an update from build %d, an execution that waited knows how many keys its earlier rounds have used, so that later ones do not replace them',
	async (build) => {
		const { sendingInALoop } = stored(build).executions;
		const { run } = await service.run(
			{ ...SEND, options: { sendOnceKey: 'of a later round' } },
			{ beforeExecute: goingOnWith(sendingInALoop), workflowId: `keys of rounds ${build}` },
		);
		const memory = run.data.executionData?.contextData[`node:${NODE_NAME}`];
		// Counted in the process after the update, two keys were used before its first one.
		expect(memory).toMatchObject({ state: { sendOnceKeys: { usedBefore: -2, usedAfter: 1 } } });
	},
);

it('after an update from build 2, which did not note whose a key was, a key of before is no mistake', async () => {
	const { sendingInALoop } = stored(2).executions;
	const { json } = await service.run(
		{ ...SEND, to: '+12025550177', options: { sendOnceKey: KEYS.sent } },
		{ beforeExecute: goingOnWith(sendingInALoop), workflowId: 'goes on' },
	);
	expect(json).toHaveLength(1);
});

describe.each(BUILDS)('after an update from build %d, the Send Once Keys', (build) => {
	const afterUpdate = async (name: string, { fillers, entries }: StoredKeys) => {
		const workflowId = `${name} ${build}`;
		store.restore(workflowId, [...Array.from({ length: fillers }, (_, i) => ` ${i}`), ...entries]);
		const { json } = await sendKeyed(service, workflowId);
		return json;
	};

	it('are those that were used, and each says what became of its message', async () => {
		const json = await afterUpdate('run', stored(build).keys.afterARun);
		expect(json).toEqual([
			{ skipped: true, sendOnceKey: KEYS.sent },
			{ skipped: true, sendOnceKey: KEYS.possiblySent, mayHaveBeenSent: true },
			expect.objectContaining({ message: expect.any(String) }),
		]);
		expect(service.simulator.messages).toHaveLength(1);
	});

	it('are possibly sent, each that was used, where a crash has left marks behind', async () => {
		const json = await afterUpdate('look', stored(build).keys.afterABrokenLook);
		expect(json.slice(0, 2)).toEqual([
			{ skipped: true, sendOnceKey: KEYS.sent, mayHaveBeenSent: true },
			{ skipped: true, sendOnceKey: KEYS.possiblySent, mayHaveBeenSent: true },
		]);
		expect(service.simulator.messages).toHaveLength(1);
	});
});

describe.each(withState)('an update from build %d between two tries of Retry On Fail', (build) => {
	/** Returns what gives the items of a try the memory that the build has left on them. */
	const remembering = (trial: 'sent' | 'possiblySent' | 'firstStepOfTwo') => {
		const memories = stored(build).memories[trial] as Record<string, IDataObject>;
		return (context: IExecuteFunctions) => {
			const [item] = context.getInputData();
			for (const [name, { ...memory }] of Object.entries(memories)) {
				const { error } = (memory.result ?? {}) as { error?: { message: string } };
				if (error) memory.result = { ...(memory.result as object), error: asError(error) };
				Object.defineProperty(item, Symbol.for(PREFIX + name), { value: memory });
			}
		};
	};
	const asError = ({ message, ...details }: { message: string }) =>
		Object.assign(new Error(message), details) as unknown as IDataObject;

	it('a message that was sent is not sent again', async () => {
		const { json } = await service.run(SEND, { beforeExecute: remembering('sent') });
		expect(json).toEqual([expect.objectContaining({ crumbs: expect.any(Object) })]);
		expect(service.asked()).toEqual([]);
	});

	it('a message that was possibly sent fails as it failed', async () => {
		const { error } = await service.run(SEND, { beforeExecute: remembering('possiblySent') });
		expect(error?.message).toMatch(/^This message may have been sent: the connection .* was lost/);
		expect(service.asked()).toEqual([]);
	});

	it('an intent that was generated is generated again only where nobody knows for whom it was', async () => {
		await service.run(GENERATE_AND_SEND, { beforeExecute: remembering('firstStepOfTwo') });
		const generated = build === 2 ? ['/enterprise/message/generate'] : [];
		expect(service.asked().map(({ path }) => path)).toEqual([...generated, '/send/text']);
	});
});

describe.each(BUILDS)('a workflow that was saved under build %d', (build) => {
	const kept = [...byOwner(fieldsOfBuild(build))];
	const today = byOwner(allFields());

	it('finds each of its fields', () => {
		expect([...today.keys()]).toEqual(expect.arrayContaining(kept.map(([key]) => key)));
	});

	it('finds each of its choices', () => {
		const missing = kept.flatMap(([key, fields]) => {
			const now = new Set((today.get(key) ?? []).flatMap(choicesOf));
			return fields
				.flatMap(choicesOf)
				.flatMap((choice) => (now.has(choice) ? [] : [[key, choice]]));
		});
		expect(missing).toEqual([]);
	});

	it('finds the same default wherever n8n has not saved a value that was the default', () => {
		const changed = kept.flatMap(([key, fields]) => {
			const now = new Set(
				(today.get(key) ?? []).map(({ default: value }) => JSON.stringify(value)),
			);
			const unsaved = fields.filter(({ isSavedAtDefault }) => !isSavedAtDefault);
			return unsaved.flatMap(({ default: value }) =>
				now.has(JSON.stringify(value)) ? [] : [[key, value]],
			);
		});
		expect(changed).toEqual([]);
	});

	it.each(['its default', 'its least', 'its greatest'] as const)(
		'runs with each of its options at %s',
		async (which) => {
			for (const { name, parameters, ...example } of OPERATIONS) {
				const options: INodeParameters = {};
				for (const [, fields] of kept.filter(([key]) => key.startsWith(`${name} options.`))) {
					for (const field of fields.filter(({ isSavedAtDefault }) => isSavedAtDefault)) {
						const value = savedIn(field, which);
						// A choice of nothing is refused, and so is an empty list of those who may get a message.
						const isGuard = field.type === 'options' || field.path === 'options.onlySendTo';
						if (isGuard && value === '') continue;
						// A request of a millisecond may reach the service after the test of the next operation has begun.
						if (field.path === 'options.timeout' && which === 'its least') continue;
						options[field.path.replace('options.', '')] = value;
					}
				}
				service.simulator.reset();
				const tried = { ...example, name, parameters: { ...parameters, options } };
				const { json } = await service.runExample(tried, { node: CONTINUE });
				// What is refused before any request is about the input.
				const refused = json.filter(({ errorDetails }) => Object(errorDetails).about === 'input');
				expect({ name, options, refused }).toEqual({ name, options, refused: [] });
			}
		},
	);
});

/** Returns a value that the panel of a build could leave in an option. */
function savedIn(field: StoredField, which: 'its default' | 'its least' | 'its greatest') {
	const { type, default: value, choices = '', range: [least, most] = [] } = field;
	const choice = choices.split(' ').includes('US') ? 'US' : choices.split(' ')[0];
	if (which === 'its default') return value;
	if (type === 'multiOptions') return [choice];
	if (type === 'options') return choice;
	if (type === 'boolean') return which === 'its greatest';
	return (which === 'its least' ? least : most) ?? value;
}

/** Returns the fields of a build, which name no service. */
function fieldsOfBuild(build: number): StoredField[] {
	return storedBy(build, '').fields;
}

const choicesOf = ({ choices = '' }: StoredField) => choices.split(' ').filter(Boolean);

describe('an option of an older build', () => {
	const send = async (options: INodeParameters, to = RECIPIENT) =>
		await service.run({ ...SEND, to, options });

	it('Requests per Second beyond 1,000 is the greatest pace of today', async () => {
		await send({ requestsPerSecond: 1_000_000 });
		await send({ requestsPerSecond: 1_001 });
		expect(service.simulator.messages).toHaveLength(2);
	});

	it('Requests per Second below 0.001 is the pace that it was', async () => {
		await send({ requestsPerSecond: 0.0005 });
		expect(service.simulator.messages).toHaveLength(1);
	});

	it('Default Country that was left at its default, the United States, reads a number as before', async () => {
		await send({ defaultCountry: 'US' }, '(202) 555-0143');
		expect(service.simulator.messages.map(({ to }) => to)).toEqual([RECIPIENT]);
	});
});
