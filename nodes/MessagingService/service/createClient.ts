import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';

import type { Secrets } from '../errors/secrets';
import { executionState, type StateContext } from '../executionState';
import { CREDENTIAL_TYPE, readConnection } from '../transport/credential';
import { createExchange, type ExchangeOptions } from '../transport/exchange';
import { authenticatedSend, credentialTestSend, type ServiceContext } from '../transport/http';
import { newPaceMemory, Pace, type PaceSettings } from '../transport/pace';
import { type RetryOptions, withRetries } from '../transport/retry';
import { ServiceClient } from './client';

/** How the requests of one execution are made. */
export type ExecutionSettings = PaceSettings &
	Pick<ExchangeOptions, 'timeout' | 'advice'> &
	Pick<RetryOptions, 'maxRetries'>;

/** For what a person waits for in the editor: one quick retry, no pace. */
export const INTERACTIVE_SETTINGS: ExecutionSettings = {
	concurrency: 1,
	requestsPerSecond: 0,
	timeout: 10_000,
	maxRetries: 1,
};

/** When requests stop. */
interface ClientLimits extends Pick<RetryOptions, 'signal' | 'noStartAfter'> {
	/** The execution that they belong to: all its requests keep one pace, over all rounds of a loop. */
	execution?: StateContext;
}

/**
 * Reads the node's credential, and returns what makes its client, paced and with retries.
 * @param secrets gets the token: no error that is made with them shows it, whichever field it was pasted into
 * @throws ServiceError when the credential cannot be used
 */
export async function connect(context: ServiceContext, secrets: Secrets) {
	const connection = readConnection(await context.getCredentials(CREDENTIAL_TYPE), secrets);
	const send = authenticatedSend(context, connection);
	const stopped =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return (settings: ExecutionSettings, { execution, ...limits }: ClientLimits = {}) => {
		const memory = execution && executionState(execution, 'pace', newPaceMemory());
		const pace = new Pace(settings, memory);
		const attempt = createExchange(send, connection, { ...settings, stopped });
		const exchange = withRetries(attempt, { ...settings, ...limits, pace });
		return new ServiceClient(exchange, connection.baseUrl);
	};
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
	const send = credentialTestSend(context, connection);
	const exchange = createExchange(send, connection, INTERACTIVE_SETTINGS);
	return new ServiceClient(exchange, connection.hide(connection.baseUrl));
}
