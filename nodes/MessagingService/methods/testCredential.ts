import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { ServiceError } from '../errors/serviceError';
import { createTestClient } from '../service/createClient';

/** What the service answers to a good token whose plan does not include the Enterprise endpoints. */
const PLAN_REFUSALS = new Set([402, 403]);

/**
 * Tests a credential by listing the numbers that can be adopted (section 4.5), which sends, makes
 * and charges nothing. A token that is refused only for its plan is a good one.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		await createTestClient(this, credential.data ?? {}).getPurchasable({});
		return { status: 'OK', message: 'Connection successful' };
	} catch (error) {
		return verdict(error, credential.data?.baseUrl);
	}
}

function verdict(error: unknown, baseUrl: unknown): INodeCredentialTestResult {
	if (!(error instanceof ServiceError)) {
		return { status: 'Error', message: error instanceof Error ? error.message : String(error) };
	}
	const { kind, statusCode, form, message } = error;
	if (kind === 'status' && PLAN_REFUSALS.has(statusCode ?? 0) && form === 'JSON') {
		return {
			status: 'OK',
			message: 'Connection successful. The plan of this token does not include leasing numbers.',
		};
	}
	const description = wayOut(error);
	if (kind === 'credential' || statusCode === 401) {
		return { status: 'Error', message: `${message}. ${description}` };
	}
	return { status: 'Error', message: `${message}. Base URL: ${String(baseUrl)}. ${description}` };
}

/** A credential has none of the node's options, which the way out of these failures is about. */
function wayOut({ kind, statusCode, description }: ServiceError): string {
	if (statusCode === 429) return 'Wait a minute, and test the credential again.';
	return kind === 'timeout'
		? 'Check that the service is up, and that no firewall or proxy keeps n8n from it, and test again.'
		: description;
}
