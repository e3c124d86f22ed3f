import { createHash } from 'node:crypto';

import {
	ExpressionError,
	type ICredentialDataDecryptedObject,
	type ICredentialTestFunctions,
	type IExecuteFunctions,
} from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import type { Secrets } from '../errors/secrets';
import { executionState, type StateContext } from '../executionState';
import { type Connection, CREDENTIAL_TYPE, readConnection } from '../transport/credential';
import { Deadlines } from '../transport/deadlines';
import { createExchange, type ExchangeOptions } from '../transport/exchange';
import { authenticatedSend, credentialTestSend, type ServiceContext } from '../transport/http';
import {
	type ConnectionOf,
	readItemConnections,
	type ReadOptions,
} from '../transport/itemConnections';
import { PACE, Pace, type PaceSettings } from '../transport/pace';
import { type RetryOptions, withRetries } from '../transport/retry';
import { ServiceClient } from './client';

/** How the requests of one execution are made. */
export type ExecutionSettings = PaceSettings &
	Pick<ExchangeOptions, 'advice'> &
	Pick<RetryOptions, 'maxRetries'> & {
		/** For one request, from its start to the end of its answer, in ms. */
		timeout: number;
	};

/** The settings for what a person waits for in the editor: one quick retry, no pace. */
export const INTERACTIVE_SETTINGS: ExecutionSettings = {
	concurrency: 1,
	requestsPerSecond: 0,
	timeout: 10_000,
	maxRetries: 1,
};

/** When requests stop, and whose pace they keep. */
interface ClientOptions extends Pick<RetryOptions, 'signal' | 'noStartAfter'> {
	/** The execution that they belong to: all its requests keep one pace, over all rounds of a loop. */
	execution?: StateContext;
}

/**
 * Reads the credential of a node that has no items. It comes before any option is read: an error about an option must
 * already hide the token.
 * @param secrets gets the token: no error that is made with them shows it, whichever field it was pasted into
 * @throws ServiceError when the credential cannot be used, InputError when it needs an item
 */
export async function connect(context: ServiceContext, secrets: Secrets): Promise<Connection> {
	const credentials = await context.getCredentials(CREDENTIAL_TYPE).catch(sayNeedsItem);
	return readConnection(credentials, secrets);
}

/** Throws what n8n threw, in other words if an expression failed: n8n says that a node without a name was not executed. */
function sayNeedsItem(error: unknown): never {
	if (!(error instanceof ExpressionError)) throw error;

	throw new InputError(
		'The credential has an expression that needs an item, and there are no items here',
		"Choose a credential without such expressions. In a list of numbers, you can choose 'By Number' instead and type one.",
	);
}

/**
 * Reads the credential of each input item. It comes before any option is read, as `connect` does.
 * @param options secrets get the tokens of all items, as in `connect`; the signal ends the reading
 * @throws ServiceError when a credential that is the same for all items cannot be used
 */
export async function connectItems(
	context: IExecuteFunctions,
	options: ReadOptions,
): Promise<ConnectionOf> {
	return await readItemConnections(context, options);
}

/** Returns the client of a node that has no items, paced and with retries. */
export function createClient(
	context: ServiceContext,
	connection: Connection,
	settings: ExecutionSettings,
	options?: ClientOptions,
): ServiceClient {
	return clientOf(context, connection, limitsOf(context, settings, options));
}

/** The clients of the input items: all keep one pace. Items with the same token and address share one. */
export class ItemClients {
	/** By address and token. */
	private readonly clients = new Map<string, ServiceClient>();

	private readonly limits: Limits;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly connectionOf: ConnectionOf,
		settings: ExecutionSettings,
		options?: ClientOptions,
	) {
		this.limits = limitsOf(context, settings, options);
	}

	/** Returns the client of an item. @throws InputError, or n8n's own error, where its credential cannot be used */
	of(itemIndex: number): ServiceClient {
		const connection = this.connectionOf(itemIndex);
		const key = `${connection.baseUrl} ${connection.authorization}`;
		const earlier = this.clients.get(key);
		if (earlier) return earlier;

		const client = clientOf(this.context, connection, this.limits);
		this.clients.set(key, client);
		return client;
	}
}

/** The limits that the requests of an execution share. */
interface Limits extends RetryOptions, ExchangeOptions {}

function limitsOf(
	context: ServiceContext,
	settings: ExecutionSettings,
	{ execution, ...stops }: ClientOptions = {},
): Limits {
	const memory = execution && executionState(execution, PACE);
	const pace = new Pace(settings, memory);
	// The user's stop also ends running requests. `signal`, which aborts after a first failure, too, only keeps further ones from starting.
	const stopped =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const deadlines = new Deadlines(settings.timeout, stopped);

	const { maxRetries, advice } = settings;
	return { ...stops, maxRetries, pace, deadlines, advice };
}

function clientOf(context: ServiceContext, connection: Connection, limits: Limits): ServiceClient {
	const send = authenticatedSend(context, connection);
	const attempt = createExchange(send, connection, limits);
	const exchange = withRetries(attempt, limits);
	return new ServiceClient(exchange, connection.baseUrl, accountOf(connection));
}

/** Returns a text that tells an account from others, and does not hold the token. */
function accountOf({ baseUrl, authorization }: Connection): string {
	return `${baseUrl} ${createHash('sha256').update(authorization).digest('hex')}`;
}

/**
 * Returns the service behind a credential that is not saved yet, without retries: the user waits.
 * Its address is as errors may show it.
 * @param secrets gets its token
 * @throws ServiceError when the credential cannot be used
 */
export function createTestClient(
	context: ICredentialTestFunctions,
	credentials: ICredentialDataDecryptedObject,
	secrets: Secrets,
): ServiceClient {
	const connection = readConnection(credentials, secrets);
	const { timeout } = INTERACTIVE_SETTINGS;
	const send = credentialTestSend(context, connection, timeout);
	const deadlines = new Deadlines(timeout);
	const exchange = createExchange(send, connection, { deadlines });
	return new ServiceClient(exchange, connection.hide(connection.baseUrl));
}
