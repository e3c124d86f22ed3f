/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import {
	type ICredentialType,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	jsonParse,
	NodeOperationError,
} from 'n8n-workflow';

import { ROOT } from '../../playground/src/paths';
import type { FaultSpec } from '../../simulator';
import { loadBuilt, messagingService, messagingServiceApi } from './built';
import { inEngine2 } from './engine2';
import type { KeyStore } from './keyStore';
import { loop } from './loop';
import { NODE_NAME, type RunOptions } from './n8nCore';
import { RECIPIENT, SEND, type Simulated } from './simulated';
import { fieldsOf, fieldsOfNode, joined, type StoredField } from './storedFields';

/** All that a build of this package leaves with n8n; the table in docs/architecture.md says where. */
export interface Stored {
	/** What n8n saves of the node with an execution, by what the node did in it. */
	executions: Record<ExecutionTrial, IDataObject>;
	/** Path and query of the links of the first two questions of an execution. */
	links: string[];
	/** The record of Send Once Keys. */
	keys: Record<'afterARun' | 'afterABrokenLook', StoredKeys>;
	/** What the process keeps for later modules of the package: the members of each object, by its name. */
	shared: Record<string, unknown>;
	/** What an input item carries to the next try of Retry On Fail. */
	memories: Record<MemoryTrial, unknown>;
	fields: StoredField[];
}

type ExecutionTrial =
	| 'sendingInALoop'
	| 'withoutLimit'
	| 'dryRun'
	| 'adopting'
	| 'waiting'
	| 'waitingAgain';
type MemoryTrial = 'sent' | 'possiblySent' | 'firstStepOfTwo' | 'adopted';

/** The entries of n8n's record of keys, oldest first. */
export interface StoredKeys {
	/** How many entries without meaning come first: ` 0`, ` 1`, ... */
	fillers: number;
	entries: string[];
}

/** The folder of what each build has left behind, numbered from 1, oldest first. */
const FOLDER = path.join(ROOT, 'test', 'stored');

/** Returns the file of a build, by its number. */
export const fileOf = (build: number) => path.join(FOLDER, `${build}.json`);

/** The numbers of all builds that are kept, oldest first. */
export const BUILDS = readdirSync(FOLDER)
	.flatMap((file) => /^(\d+)\.json$/.exec(file)?.[1] ?? [])
	.map(Number)
	.sort((a, b) => a - b);

/** Stands for the Base URL of the service. */
const SERVICE = 'http://service.example';

/**
 * Returns what a build has left behind.
 * @param baseUrl of the service that takes the place of the one that the build has used
 */
export function storedBy(build: number, baseUrl: string): Stored {
	return jsonParse<Stored>(readFileSync(fileOf(build), 'utf8').replaceAll(SERVICE, baseUrl));
}

/** Returns what is stored as the file of a build holds it. */
export function asFile(stored: Stored, baseUrl: string): string {
	return `${JSON.stringify(stored, null, '\t').replaceAll(baseUrl, SERVICE)}\n`;
}

/** Members whose values differ from run to run: times, and numbers that tell one process from another. */
const VOLATILE = new Set(['lastStart', 'pausedUntil', 'fastest', 'processId', 'id']);

/** Returns what is stored with the same values in every run, to be compared. */
export function comparable(stored: Stored, baseUrl: string): unknown {
	const memories = kindsOf(jsonParse(JSON.stringify(stored.memories))) as Stored['memories'];
	return JSON.parse(asFile({ ...stored, memories }, baseUrl), (name, value: unknown) => {
		if (typeof value === 'number' && VOLATILE.has(name)) return 'a number';
		return typeof value === 'string'
			? value.replace(/signature=[0-9a-f]+/, 'signature=(n8n signs it)')
			: value;
	});
}

/** Names of the numbers in the pool of the trials. */
export const POOL = ['+12125550101', '+12125550102', '+13055550110'];

/** The rows of the trial of keys, by what became of them. */
export const KEYS = { sent: 'a', possiblySent: 'b', notSent: 'c' };

/** Makes the pool hold just these numbers from now on. */
export function poolHolds({ simulator }: Simulated, numbers: string[]): void {
	simulator.clearFaults();
	const records = numbers.map((number) => ({ number: number.slice(1), data: { e164: number } }));
	const data = { text: records, imessage: [], whatsapp: [], voice: [] };
	const body = { id: 'psr_1', object: 'pool_available_adoption', created_at: 1, data };
	simulator.fault({ kind: 'answer', path: '/enterprise/lease/purchasable', body, times: 'always' });
}

/** Sets the state of a watched number from now on; undefined for a number that the service does not know. */
export function numberIs({ simulator }: Simulated, number: string, status?: string): void {
	const answer = status
		? { status: 200, body: { number: number.slice(1), data: { status, health: 'good' } } }
		: { status: 404, body: { message: 'Unknown' } };
	const path = `/enterprise/lease/status/${number}`;
	simulator.fault({ kind: 'answer', path, ...answer, times: 'always' });
}

const lost: FaultSpec = { kind: 'reset', when: 'after' };
const refused: FaultSpec = { kind: 'answer', status: 422, body: {} };

/** The question that the trials ask. */
export const ASK: INodeParameters = {
	resource: 'message',
	operation: 'sendAndWait',
	channel: 'sms',
	to: RECIPIENT,
	message: 'Shall we?',
};

/** The intent of the trials, which is generated, and whose message is refused. */
export const GENERATE_AND_SEND: INodeParameters = {
	resource: 'intent',
	operation: 'generateAndSend',
	toNumber: RECIPIENT,
	fromNumber: '+12025550100',
};

/** Lets the built package do all that leaves something with n8n, and returns what it has left. */
export async function leaveBehind(service: Simulated, store: KeyStore): Promise<Stored> {
	return {
		executions: {
			sendingInALoop: await sendInALoop(service),
			withoutLimit: await sendWithoutLimit(service),
			dryRun: await tryOut(service),
			adopting: await adopt(service),
			waiting: await ask(service, {}),
			waitingAgain: await ask(service, loop(2)),
		},
		links: service.simulator.messages
			.filter(({ text }) => text.includes('Shall we?'))
			.map(({ text }) => new URL(/https?:\S+/.exec(text)?.[0] ?? ''))
			.map(({ pathname, search }) => pathname + search)
			.slice(-2),
		keys: await useKeys(service, store),
		shared: await shareInProcess(service),
		memories: await remember(service),
		fields: allFields(),
	};
}

/** Runs the node, and returns what n8n saves of it with the execution. */
async function memoryAfter(
	service: Simulated,
	parameters: INodeParameters,
	more: Partial<RunOptions>,
): Promise<IDataObject> {
	const { run } = await service.run(parameters, more);
	return { ...run.data.executionData?.contextData[`node:${NODE_NAME}`] } as IDataObject;
}

const keyed = { to: RECIPIENT, key: KEYS.sent };

async function sendInALoop(service: Simulated): Promise<IDataObject> {
	const options = { sendOnceKey: '={{ $json.key }}', maxMessages: 5 };
	const parameters = { ...SEND, to: '={{ $json.to }}', options };
	const next = () => [{ json: { ...keyed, key: 'of the second round' } }];
	return await memoryAfter(service, parameters, { input: [keyed], ...loop(2, next) });
}

/** Without Max Messages, the build of `2.json` notes no key. */
async function sendWithoutLimit(service: Simulated): Promise<IDataObject> {
	const parameters = { ...SEND, options: { sendOnceKey: '={{ $json.key }}' } };
	return await memoryAfter(service, parameters, { input: [{ key: 'd' }, { key: 'e' }] });
}

async function tryOut(service: Simulated): Promise<IDataObject> {
	const options = { sendOnceKey: '={{ $json.key }}', dryRun: true };
	return await memoryAfter(service, { ...SEND, options }, { input: [keyed] });
}

async function adopt(service: Simulated): Promise<IDataObject> {
	const parameters = { resource: 'lease', operation: 'adoptFirstAvailable', filters: {} };
	return await memoryAfter(service, parameters, {});
}

/** Asks, or asks for the second time where a loop is given, in which the first question is answered at once. */
async function ask(service: Simulated, more: Partial<RunOptions>): Promise<IDataObject> {
	if (!more.nodes) return await memoryAfter(service, ASK, {});
	// n8n goes on with the memory of the first question, which is that of a run that has ended.
	let memory: object = {};
	const keep = (context: IExecuteFunctions) => {
		memory = context.getContext('node');
	};
	await service.run(ASK, { beforeExecute: keep });
	const first = memory;
	return await memoryAfter(service, ASK, {
		beforeExecute: (context) => Object.assign(context.getContext('node'), first),
	});
}

/** The rows of the trials of keys. */
const KEY_ROWS = Object.values(KEYS).map((key, row) => ({ key, to: `+1202555014${row}` }));

/** Sends to rows with their keys. Those that may not be sent come out as failed items. */
export async function sendKeyed(service: Simulated, workflowId: string, input = KEY_ROWS) {
	const options = { sendOnceKey: '={{ $json.key }}', concurrency: 1 };
	return await service.run(
		{ ...SEND, to: '={{ $json.to }}', options },
		{ input, workflowId, node: { onError: 'continueRegularOutput' } },
	);
}

async function useKeys(service: Simulated, store: KeyStore): Promise<Stored['keys']> {
	const workflowId = 'stored keys';
	const [, possiblySent, notSent] = KEY_ROWS;
	service.simulator.clearFaults();
	service.simulator.fault({ ...lost, match: { to: possiblySent.to } });
	service.simulator.fault({ ...refused, match: { to: notSent.to } });
	await sendKeyed(service, workflowId);
	const afterARun = entriesOf(store, workflowId);
	// A look at what became of a key adds entries, and removes them again.
	store.fault = (_call, call) =>
		call === 'remove' ? { when: 'before', kind: 'error' } : undefined;
	await sendKeyed(service, workflowId, KEY_ROWS.slice(0, 1));
	store.fault = () => undefined;
	return { afterARun, afterABrokenLook: entriesOf(store, workflowId) };
}

function entriesOf(store: KeyStore, workflowId: string): StoredKeys {
	const all = store.entriesOf(workflowId);
	const fillers = all.findIndex((entry, index) => entry !== ` ${index}`);
	return { fillers, entries: all.slice(fillers) };
}

/** The symbols of the package begin so. */
export const PREFIX = 'n8n-nodes-messaging-service ';

/** Returns what stands under a symbol of the package, by the rest of its name. */
function underSymbols(holder: object): Array<[name: string, value: unknown]> {
	return Object.getOwnPropertySymbols(holder).flatMap((symbol): Array<[string, unknown]> => {
		const { description = '' } = symbol;
		const value: unknown = Reflect.get(holder, symbol);
		return description.startsWith(PREFIX) ? [[description.slice(PREFIX.length), value]] : [];
	});
}

/** Names of the objects that the process keeps. */
const SHARED = { states: 'executionState', keys: 'sendOnceKeys 1' };

async function shareInProcess(service: Simulated): Promise<Record<string, unknown>> {
	await service.run(SEND, { beforeExecute: inEngine2() });
	const options = { sendOnceKey: '={{ $json.key }}', concurrency: 1 };
	const send = async (input: IDataObject[]) =>
		await service.run({ ...SEND, options }, { input, workflowId: 'shared' });
	await send([{ key: 'first' }]);
	const shared = new Map(underSymbols(NodeOperationError));
	const keys = shared.get(SHARED.keys);
	const found: Record<string, unknown> = {};
	for (const [name, value] of [...shared].sort(([a], [b]) => (a < b ? -1 : 1))) {
		if (!(value instanceof Map)) throw new Error(`The tests know only maps, and ${name} is none`);
		// A support file of the tests loads modules of today, which begin with an empty map.
		if (value.size > 0) found[name] = { mapOf: kindsOf([...value.values()].at(-1)) };
	}
	if (!(keys instanceof Map)) return found;
	const [[node, used] = []] = [...keys].filter(([id]) => String(id).startsWith('shared '));
	const calls = new Set<string>();
	keys.set(node, watched(used as object, calls));
	await send([{ key: 'first' }, { key: 'second' }, {}]);
	keys.delete(node);
	return { ...found, [SHARED.keys]: { mapOf: [...calls].sort() } };
}

/** Returns an object that notes how others use it, and not how it uses itself. */
function watched(object: object, uses: Set<string>): object {
	const note = (name: string, use: string) => void uses.add(`${name}${use}`);
	return new Proxy(object, {
		get(target, name) {
			const member: unknown = Reflect.get(target, name);
			if (typeof member !== 'function') {
				note(String(name), `: ${kind(member)}`);
				return member;
			}
			return (...given: unknown[]) => {
				const returned: unknown = Reflect.apply(member, target, given);
				const call = `${String(name)}(${given.map(kind).join(', ')})`;
				note(call, `: ${kind(returned)}`);
				if (returned instanceof Promise)
					void returned.then((value) => note(call, ` => ${kind(value)}`));
				if (typeof returned !== 'function') return returned;
				return (...more: unknown[]) => {
					note(call, `(${more.map(kind).join(', ')})`);
					return Reflect.apply(returned, undefined, more) as unknown;
				};
			};
		},
		set(target, name, value) {
			note(String(name), ` = ${kind(value)}`);
			return Reflect.set(target, name, value);
		},
	});
}

/** Returns the kind of a value; a text as it is, since it may be a status. */
function kind(value: unknown): string {
	if (Array.isArray(value)) return 'array';
	if (value instanceof Promise) return 'promise';
	if (value instanceof Map)
		return `map of ${[...new Set([...value.values()].map(kind))].join(', ')}`;
	return typeof value === 'string' ? JSON.stringify(value) : typeof value;
}

/** Returns the same value with the kinds of what is in it; a status stays as it is. */
function kindsOf(value: unknown, name = ''): unknown {
	if (Array.isArray(value)) return value.map((one) => kindsOf(one));
	if (typeof value === 'string') return ['status', 'name'].includes(name) ? value : 'string';
	if (typeof value !== 'object' || value === null) return typeof value;
	const members = Object.entries(value).map(([key, one]) => [key, kindsOf(one, key)] as const);
	return Object.fromEntries(members);
}

async function remember(service: Simulated): Promise<Stored['memories']> {
	const { simulator } = service;
	const after = async (parameters: INodeParameters, fault?: FaultSpec) => {
		let items: INodeExecutionData[] = [];
		simulator.clearFaults();
		if (fault) simulator.fault(fault);
		const { error } = await service.run(parameters, {
			beforeExecute: (context) => {
				items = context.getInputData();
			},
		});
		simulator.clearFaults();
		if (Boolean(error) !== Boolean(fault)) throw new Error('The trial did not go as planned');
		return plain(Object.fromEntries(items.flatMap(underSymbols)));
	};
	const options = { maxRetries: 0 };
	return {
		sent: await after({ ...SEND, options: { ...options, sendOnceKey: 'of the item' } }),
		possiblySent: await after({ ...SEND, options }, lost),
		adopted: await after({
			resource: 'lease',
			operation: 'adopt',
			number: { __rl: true, mode: 'number', value: POOL[1] },
		}),
		firstStepOfTwo: await after(GENERATE_AND_SEND, { ...refused, path: '/send/text' }),
	};
}

/** Returns a value as JSON could hold it, errors with what their class says of them. */
function plain(value: unknown): unknown {
	if (value instanceof Error) {
		const getters = Object.entries(
			Object.getOwnPropertyDescriptors(Object.getPrototypeOf(value) as object),
		).flatMap(([name, { get }]) => (get ? [[name, Reflect.get(value, name)] as const] : []));
		const { name, message } = value;
		return { name, message, ...Object.fromEntries(getters), ...(plain({ ...value }) as object) };
	}
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

/** Returns the fields of both nodes and of the credential, as they are built. */
export function allFields(): StoredField[] {
	const trigger = loadBuilt<INodeType>(
		'nodes/MessagingService/MessagingServiceTrigger.node.js',
		'MessagingServiceTrigger',
	);
	const { name, properties }: ICredentialType = messagingServiceApi;
	return joined([
		...fieldsOfNode(messagingService.description),
		...fieldsOfNode(trigger.description),
		...fieldsOf(name, properties),
	]);
}
