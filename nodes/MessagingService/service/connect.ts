import { Secrets } from '../errors/secrets';
import type { ServiceContext } from '../transport/http';
import type { ServiceClient } from './client';
import { connect as readCredential, createClient, type ExecutionSettings } from './createClient';

/** Returns the client of a node that has no items. @throws ServiceError when its credential cannot be used */
export async function connect(
	context: ServiceContext,
	settings: ExecutionSettings,
): Promise<ServiceClient> {
	const connection = await readCredential(context, new Secrets());
	return createClient(context, connection, settings);
}
