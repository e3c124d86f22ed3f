import type { IExecuteFunctions } from 'n8n-workflow';

import { isEngine2 } from './engine';
import { isObject } from './object';
import { sharedInProcess } from './sharedInProcess';

/** The part of an execution that is needed to find its state. */
export type StateContext = Pick<IExecuteFunctions, 'getContext' | 'getExecutionId' | 'getNode'>;

/** Names one thing that a node keeps for a whole execution. */
export interface StateKey<Value extends object> {
	/** Its name in n8n's memory of the node: it stays, since executions wait over updates of this package. */
	name: string;
	/** Returns it as it is before the first round: plain data, which n8n saves with an execution that waits. */
	initial(): Value;
	/** Tells whether the memory holds it in this form: n8n may have saved it by another build. */
	fits(stored: object): stored is Value;
}

/** The state of a node in one execution, by name. */
type State = Record<string, unknown>;

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
	{ name, initial, fits }: StateKey<Value>,
): Value {
	const state = isEngine2(context) ? stateInEngine2(context) : stateInEngine1(context);
	const stored = state[name];
	if (isObject(stored) && fits(stored)) return stored;

	const value = initial();
	state[name] = value;
	return value;
}

/** Tells whether members of an object are numbers, for `StateKey.fits`. */
export function hasNumbers(stored: object, ...names: string[]): boolean {
	return names.every((name) => typeof Reflect.get(stored, name) === 'number');
}

/** Returns the state in n8n's own memory of the node, which Engine 2.0 empties before each round. */
function stateInEngine1(context: StateContext): State {
	const memory = context.getContext('node');
	const executionId = context.getExecutionId();

	// n8n's "Retry execution" starts a new execution with the memory of the old one.
	const known: unknown = memory.executionId === executionId ? memory.state : undefined;
	if (isObject(known)) return known;

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
