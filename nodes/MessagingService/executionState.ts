import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

/** The part of an execution that is needed to find its state. */
export type StateContext = Pick<IExecuteFunctions, 'getContext' | 'getExecutionId' | 'getNode'>;

/** The state of a node in one execution, by name. */
type State = Record<string, object>;

/** Engine 2.0 numbers executions by UUIDs, the first engine by whole numbers. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Tells whether n8n's Engine 2.0 runs the node. It has no waiting, no hints, and keeps only the message of an error. */
export function isEngine2(context: Pick<StateContext, 'getExecutionId'>): boolean {
	return UUID.test(context.getExecutionId());
}

/** Nodes of Engine 2.0 whose state this process keeps: so many loops can run at the same time. */
const MAX_STATES = 1_000;

/** The states of nodes in Engine 2.0, by execution ID and node ID. The one that was used last stands last. */
const states = sharedInProcess('executionState', () => new Map<string, State>());

/**
 * Returns an object that the node keeps for one whole execution, over all rounds of a loop, and over the tries of Retry
 * On Fail. Change it in place: `executionState(context, 'messages', { count: 0 }).count += 5`.
 * @param initial plain data, as it is before the first round: n8n saves it with an execution that waits
 */
export function executionState<T extends object>(
	context: StateContext,
	name: string,
	initial: T,
): T {
	const state = isEngine2(context) ? stateInEngine2(context) : stateInEngine1(context);
	state[name] ??= initial;
	return state[name] as T;
}

/** Returns the state in n8n's own memory of the node, which Engine 2.0 empties before each round. */
function stateInEngine1(context: StateContext): State {
	const memory = context.getContext('node');
	const executionId = context.getExecutionId();
	// n8n's "Retry execution" starts a new execution with the memory of the old one.
	if (memory.executionId !== executionId || !memory.state) {
		Object.assign(memory, { executionId, state: {} });
	}
	return memory.state as State;
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

/**
 * Returns an object that this process keeps under a name. It outlives the modules of this package, which n8n drops when it
 * updates the package, while executions may still send. n8n-workflow stays, so it stands there, where nothing looks for it.
 */
export function sharedInProcess<T extends object>(name: string, make: () => T): T {
	const key = Symbol.for(`n8n-nodes-messaging-service ${name}`);
	if (!(key in NodeOperationError)) {
		Object.defineProperty(NodeOperationError, key, { value: make() });
	}
	return Reflect.get(NodeOperationError, key) as T;
}
