import { ServiceClient } from '../service/client';
import { CREDENTIAL_TYPE, readConnection } from '../service/connection';
import type { ServiceContext } from '../service/http';
import { authenticatedSend } from '../service/http';
import { createExchange } from '../service/transport';
import { Pace } from './pace';
import { withRetries } from './retry';
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
