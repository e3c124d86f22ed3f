import type { IExecuteFunctions } from 'n8n-workflow';

import { isEngine2 } from './engine';
import { isPlainObject } from './object';
import { sharedInProcess } from './sharedInProcess';

/** The part of an execution that is needed to find its state. */
export type StateContext = Pick<IExecuteFunctions, 'getContext' | 'getExecutionId' | 'getNode'>;

/** Names one thing that a node keeps for a whole execution. */
export interface StateKey<Value extends object> {
	/** Its name in n8n's memory of the node: it stays, since executions wait over updates of this package. */
	name: string;
	/** Returns it as it is before the first round: plain data, which n8n saves with an execution that waits. */
	initial(): Value;
	/**
	 * Tests of the members that tell it from what another build, or somebody by hand, may have saved under its name: where
	 * one does not fit, all begins anew.
	 */
	members: Tests<Value>;
	/** Tests of its other members: one that does not fit is left out. */
	optionalMembers?: Tests<Value>;
}

/** Tells whether a value fits. */
type Test = (value: unknown) => boolean;

/** Tests of some members of an object. */
type Tests<Value> = { [Name in keyof Value]?: Test };

/** Tells a finite number: JSON has no other, and holds null in its place. */
export const isNumber: Test = (value) => Number.isFinite(value);

/** Tells a number of things. */
export const isCount: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/** The state of a node in one execution, by name. */
type State = Record<string, unknown>;

/** The members of n8n's memory of the node, as `stateInEngine1` writes them. */
const MEMBERS = new Set(['executionId', 'state']);

/** Nodes of Engine 2.0 whose state this process keeps: so many loops can run at the same time. */
const MAX_STATES = 1_000;

/** The states of nodes in Engine 2.0, by execution ID and node ID. The one that was used last stands last. */
const states = sharedInProcess('executionState', () => new Map<string, State>());

/**
 * Returns an object that the node keeps for one whole execution, over all rounds of a loop, and over the tries of Retry
 * On Fail. Change it in place.
 */
export function executionState<Value extends object>(
	context: StateContext,
	key: StateKey<Value>,
): Value {
	const state = stateOf(context);
	const stored = state[key.name];
	if (isStored(stored, key)) {
		dropUnfit(stored, key);
		return stored;
	}

	const value = key.initial();
	state[key.name] = value;
	return value;
}

/** Tells whether the node has left anything in this execution, by whatever build: then it has run in it before. */
export function hasState(context: StateContext): boolean {
	const hasMembers = Object.keys(stateOf(context)).length > 0;
	if (hasMembers || isEngine2(context)) return hasMembers;

	// The build of `test/stored/1.json` had no `state`: what it left stands beside it.
	return Object.keys(context.getContext('node')).some((name) => !MEMBERS.has(name));
}

/** Tells whether a stored value is what its key says. */
function isStored<Value extends object>(
	stored: unknown,
	{ members }: StateKey<Value>,
): stored is Value {
	return isPlainObject(stored) && unfit(stored, members).length === 0;
}

/** Leaves out the optional members that are not what the key says: nothing that was saved may end a run later. */
function dropUnfit<Value extends object>(stored: Value, { optionalMembers = {} }: StateKey<Value>) {
	for (const name of unfit(stored, optionalMembers)) Reflect.deleteProperty(stored, name);
}

/** Returns the names of the members that do not fit. */
function unfit<Value>(stored: object, tests: Tests<Value>): string[] {
	return Object.entries<Test | undefined>(tests)
		.filter(([name, fits]) => !fits?.(Reflect.get(stored, name)))
		.map(([name]) => name);
}

function stateOf(context: StateContext): State {
	return isEngine2(context) ? stateInEngine2(context) : stateInEngine1(context);
}

/** Returns the state in n8n's own memory of the node, which Engine 2.0 empties before each round. */
function stateInEngine1(context: StateContext): State {
	const memory = context.getContext('node');
	const executionId = context.getExecutionId();

	// n8n's "Retry execution" starts a new execution with the memory of the old one.
	const saved: unknown = memory.executionId === executionId ? memory.state : undefined;
	if (isPlainObject(saved)) return saved;

	const state: State = {};
	Object.assign(memory, { executionId, state });
	return state;
}

function stateInEngine2(context: StateContext): State {
	const key = `${context.getExecutionId()} ${context.getNode().id}`;
	const state = states.get(key) ?? {};
	states.delete(key);
	states.set(key, state);

	const [oldest] = states.keys();
	if (states.size > MAX_STATES) states.delete(oldest);
	return state;
}
