import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { InputError, messageOf } from '../errors';
import { memberOf } from '../host/object';
import { PURCHASABLE_PATH } from '../service/leases';
import { type Connection, readConnection } from '../transport/connection';
import { evidenceOf } from '../transport/failures/evidence';

/** ms without a byte: a person waits. */
const TIMEOUT = 10_000;

/** Tests a credential by listing the available numbers, which costs nothing (section 4.5 of `docs/service.md`). */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		return await ask(this, readConnection(data));
	} catch (error) {
		const nextStep = error instanceof InputError ? ` ${error.description}` : '';
		return failed(`${messageOf(error)}.${nextStep}`);
	}
}

/** Asks the service once, and says what its answer means for the credential. */
async function ask(
	{ helpers }: ICredentialTestFunctions,
	{ baseUrl, scheme, token }: Connection,
): Promise<INodeCredentialTestResult> {
	const request = {
		uri: baseUrl + PURCHASABLE_PATH,
		headers: { Accept: 'application/json', Authorization: `${scheme} ${token}` },
		timeout: TIMEOUT,
		followRedirect: false,
		simple: false,
		resolveWithFullResponse: true,
	};

	try {
		// n8n gives the test of a credential no other helper.
		const response: unknown = await helpers.request(request);
		// Only a proxy can have answered a request that never left: its 403 says nothing about the token.
		if (!evidenceOf(response).mayHaveLeft) {
			return failed(`The proxy that n8n uses did not connect to ${baseUrl}.`);
		}
		return resultOf(Number(memberOf(response, 'statusCode')), baseUrl);
	} catch (error) {
		const reason = memberOf(error, 'code') ?? memberOf(error, 'message');
		return failed(
			`${baseUrl} cannot be reached (${String(reason)}). Check 'Base URL', and the proxy if n8n uses one.`,
		);
	}
}

function resultOf(status: number, baseUrl: string): INodeCredentialTestResult {
	if (status >= 200 && status < 300) return { status: 'OK', message: 'Connection successful' };

	// The token was let in.
	if (status === 402 || status === 403) {
		const message =
			'Connection successful. The plan of this token does not include leasing numbers.';
		return { status: 'OK', message };
	}

	return status === 401
		? failed("The service rejected the API token. Check 'API Token' and 'Authorization Scheme'.")
		: failed(`${baseUrl} answered with status code ${status}. Check 'Base URL'.`);
}

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
