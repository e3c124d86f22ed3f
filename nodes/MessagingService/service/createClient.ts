import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';

import { keepSecret } from '../errors/hideToken';
import { CREDENTIAL_TYPE, readConnection } from '../transport/credential';
import { createExchange } from '../transport/exchange';
import type { ServiceContext } from '../transport/http';
import { authenticatedSend, credentialTestSend } from '../transport/http';
import { Pace } from '../transport/pace';
import { withRetries } from '../transport/retry';
import { ServiceClient } from './client';
import type { ExecutionSettings } from './settings';
import { INTERACTIVE_SETTINGS } from './settings';

/** When requests stop. */
export interface ClientLimits {
	/** Ends every wait before a request. */
	signal?: AbortSignal;
	/** A retry that would start later than this is not waited for, in ms of performance.now(). */
	noStartAfter?: number;
	/** What stays the same over all rounds of a node in an execution: its requests keep one pace. */
	execution?: object;
}

/** The pace of executions under way. */
const paces = new WeakMap<object, { settings: ExecutionSettings; pace: Pace }>();

function paceOf(settings: ExecutionSettings, execution?: object): Pace {
	const known = execution && paces.get(execution);
	const isSame = (name: 'requestsPerSecond' | 'concurrency') =>
		known?.settings[name] === settings[name];
	if (known && isSame('requestsPerSecond') && isSame('concurrency')) return known.pace;
	const pace = new Pace(settings);
	if (execution) paces.set(execution, { settings, pace });
	return pace;
}

/**
 * Returns the service behind the node's credential, paced and with retries.
 * @throws ServiceError when the credential cannot be used
 */
export async function createClient(
	context: ServiceContext,
	settings: ExecutionSettings,
	{ signal, noStartAfter, execution }: ClientLimits = {},
): Promise<ServiceClient> {
	const credentials = await context.getCredentials(CREDENTIAL_TYPE);
	const connection = readConnection(credentials);
	keepSecret(context.getNode(), connection.hide);
	const send = authenticatedSend(context, credentials);
	const stopped =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const { timeout, advice } = settings;
	const exchange = withRetries(createExchange(send, connection, { timeout, stopped, advice }), {
		maxRetries: settings.maxRetries,
		pace: paceOf(settings, execution),
		signal,
		noStartAfter,
	});
	return new ServiceClient(exchange, connection.baseUrl);
}

/**
 * Returns the service behind a credential that is not saved yet, without retries: the user waits. Beside it
 * stands its address, as errors may show it.
 * @throws ServiceError when the credential cannot be used
 */
export function createTestClient(
	context: ICredentialTestFunctions,
	credentials: ICredentialDataDecryptedObject,
): { client: ServiceClient; baseUrl: string } {
	const connection = readConnection(credentials);
	const send = credentialTestSend(context, connection);
	const { timeout } = INTERACTIVE_SETTINGS;
	return {
		client: new ServiceClient(createExchange(send, connection, { timeout }), connection.baseUrl),
		baseUrl: connection.hide(connection.baseUrl),
	};
}
