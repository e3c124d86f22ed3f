import {
	ExpressionError,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
} from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import type { Secrets } from '../errors/secrets';
import { asServiceError, cancelled } from '../errors/serviceError';
import { type Connection, CREDENTIAL_TYPE, readConnection } from './credential';

const NEXT_STEP =
	'n8n resolves the expressions in the credential for each item. Check the names in them, and that this item has the values.';

/** The credential as n8n resolves it for an item, or the error of an expression in it. */
type Resolved = ICredentialDataDecryptedObject | ExpressionError;

/** How the connections of items are read. */
export interface ReadOptions {
	/** Get the token of every item, before anything else is read. */
	secrets: Secrets;
	/** Ends the reading. */
	signal: AbortSignal;
}

/** Returns the connection of an item. @throws InputError, or n8n's own error, where its credential cannot be used */
export type ConnectionOf = (itemIndex: number) => Connection;

/**
 * Reads the credential for each input item, since n8n resolves the expressions in its fields by item. One without
 * expressions is read once: n8n takes as long to read and decrypt a credential as the node takes to send a message.
 *
 * Each round of a loop reads anew, and uses nothing that an earlier one has found: the credential may be edited meanwhile.
 * @throws ServiceError when a credential that is the same for all items cannot be used
 */
export async function readItemConnections(
	context: IExecuteFunctions,
	options: ReadOptions,
): Promise<ConnectionOf> {
	const shared = await resolveForAll(context);
	if (!shared) return await readEach(context, options);

	const connection = read(shared, options.secrets);
	if (connection instanceof Error) throw connection;
	return () => connection;
}

/** Reads the credential for each item, until the signal ends that. */
async function readEach(
	context: IExecuteFunctions,
	{ secrets, signal }: ReadOptions,
): Promise<ConnectionOf> {
	const { length } = context.getInputData();
	const readings: Array<Connection | Error> = [];
	for (let itemIndex = 0; itemIndex < length && !signal.aborted; itemIndex++) {
		readings.push(read(await resolve(context, itemIndex), secrets));
	}

	return (itemIndex) => usable(readings[itemIndex]);
}

async function resolve(context: IExecuteFunctions, itemIndex: number): Promise<Resolved> {
	const credential = context.getCredentials(CREDENTIAL_TYPE, itemIndex);
	return await credential.catch(asExpressionError);
}

/** Returns the error of an expression as a value, and throws any other on: that one is about no item. */
function asExpressionError(error: unknown): ExpressionError {
	if (error instanceof ExpressionError) return error;
	throw error;
}

function read(resolved: Resolved, secrets: Secrets): Connection | Error {
	if (resolved instanceof ExpressionError) return resolved;
	try {
		return readConnection(resolved, secrets);
	} catch (error) {
		return asServiceError(error);
	}
}

/**
 * Returns the credential where it is the same for all items; undefined where a field of it holds an expression, or where it
 * cannot be resolved. n8n does not say which, and no two items that have the same credential prove it for the others. But
 * n8n looks at the index of the item only where it resolves an expression.
 */
async function resolveForAll(
	context: IExecuteFunctions,
): Promise<ICredentialDataDecryptedObject | undefined> {
	const index = new ObservedIndex();
	// n8n hands the index on as it is, so an object may stand for it.
	const credential = context.getCredentials(CREDENTIAL_TYPE, index as unknown as number);
	// The items are then read one by one, and the first one throws what is about no item.
	const resolved = await credential.catch(() => undefined);
	return index.isRead ? undefined : resolved;
}

/** Stands for the index of an item, and notes that n8n has looked at it. */
class ObservedIndex {
	isRead = false;

	[Symbol.toPrimitive](): number {
		this.isRead = true;
		return Number.MAX_SAFE_INTEGER;
	}
}

/** Returns a connection that can be used; where the execution was stopped, there is none. @throws as `ConnectionOf` does */
function usable(reading: Connection | Error | undefined): Connection {
	if (!reading) throw cancelled();
	if (!(reading instanceof Error)) return reading;

	if (reading instanceof ExpressionError) throw reading;
	throw new InputError(reading.message, NEXT_STEP);
}
