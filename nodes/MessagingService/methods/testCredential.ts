import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { reasonOf } from '../errors/nodeError';
import { Secrets } from '../errors/secrets';
import { ServiceError } from '../errors/serviceError';
import { createTestClient } from '../service/createClient';

/**
 * Tests a credential by listing the numbers that can be adopted (section 4.5 of `docs/service.md`), which sends, makes
 * and charges nothing. A token that is refused only for its plan is a good one.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const secrets = new Secrets();
	let address = '';

	try {
		const service = createTestClient(this, credential.data ?? {}, secrets);
		address = `Base URL: ${service.baseUrl}.`;
		await service.getPurchasable({});
		return { status: 'OK', message: 'Connection successful' };
	} catch (error) {
		if (!(error instanceof ServiceError)) {
			return { status: 'Error', message: reasonOf(error, secrets) };
		}

		const { about, message, description } = error;
		if (about === 'plan') {
			return {
				status: 'OK',
				message: 'Connection successful. The plan of this token does not include leasing numbers.',
			};
		}

		const parts = [`${message}.`, about !== 'token' && address, description];
		return { status: 'Error', message: parts.filter(Boolean).join(' ') };
	}
}
