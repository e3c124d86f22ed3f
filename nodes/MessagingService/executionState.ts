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
	/** The kinds of members that tell it from what another build may have saved under its name. */
	members: MemberKinds<Value>;
}

/** The kinds of some members of an object. */
type MemberKinds<Value> = { [Name in keyof Value]?: 'boolean' | 'number' | 'object' };

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
	{ name, initial, members }: StateKey<Value>,
): Value {
	const state = isEngine2(context) ? stateInEngine2(context) : stateInEngine1(context);
	const stored = state[name];
	if (isObject(stored) && hasMembers(stored, members)) return stored;

	const value = initial();
	state[name] = value;
	return value;
}

/** Tells whether an object has members of these kinds. */
function hasMembers<Value extends object>(
	stored: object,
	kinds: MemberKinds<Value>,
): stored is Value {
	return Object.entries(kinds).every(([name, kind]) => {
		const member: unknown = Reflect.get(stored, name);
		return kind === 'object' ? isObject(member) : typeof member === kind;
	});
}

/** Returns the state in n8n's own memory of the node, which Engine 2.0 empties before each round. */
function stateInEngine1(context: StateContext): State {
	const memory = context.getContext('node');
	const executionId = context.getExecutionId();

	// n8n's "Retry execution" starts a new execution with the memory of the old one.
	const saved: unknown = memory.executionId === executionId ? memory.state : undefined;
	if (isObject(saved)) return saved;

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
