import { ServiceClient } from './client';
import { CREDENTIAL_TYPE, readConnection } from '../transport/credential';
import type { ServiceContext } from '../transport/http';
import { authenticatedSend } from '../transport/http';
import { createExchange } from '../transport/exchange';
import { Pace } from '../transport/pace';
import { withRetries } from '../transport/retry';
import type { ExecutionSettings } from './settings';

/**
 * Gives the service behind the node's credential, paced and with retries.
 * @throws ServiceError of kind `credential` when the credential cannot be used
 */
export async function createClient(
	context: ServiceContext,
	settings: ExecutionSettings,
	signal?: AbortSignal,
): Promise<ServiceClient> {
	const credentials = await context.getCredentials(CREDENTIAL_TYPE);
	const connection = readConnection(credentials);
	const send = authenticatedSend(context, credentials);
	const exchange = withRetries(createExchange(send, connection, settings.timeout), {
		maxRetries: settings.maxRetries,
		pace: new Pace(settings, signal),
		signal,
	});
	return new ServiceClient(exchange, connection);
}
