import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { messageOf, nextStepOf, ServiceError } from '../errors';
import { unlessStopped } from '../n8n/waiting';
import { type Account, readAccount } from '../request/account';
import type { ServiceRequest } from '../request/endpoint';
import { makeRequest } from '../request/oneRequest';
import { PURCHASABLE } from '../service/leases';
import { VERIFY_OTP } from '../service/messages';

/** Longest time of a question, in ms: a person waits for at most two. */
const TIMEOUT = 7_000;

/** A one-time password that nobody was sent. */
const NOBODYS = { otp_id: '00000000-0000-0000-0000-000000000000', otp: '000000' };

/** Tests a credential by questions that send nothing and cost nothing. */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		return { status: 'OK', message: await findPlan(this, readAccount(data)) };
	} catch (error) {
		return { status: 'Error', message: `${messageOf(error)}. ${nextStepOf(error)}` };
	}
}

/**
 * Lists the available numbers (section 4.5 of `docs/service.md`), as the node does. A 403 may be about the plan or about the
 * token, so a second question asks what every plan allows: to verify a password (section 4.4). Returns what that means.
 * @throws ServiceError where the credential does not work
 */
async function findPlan(context: ICredentialTestFunctions, account: Account): Promise<string> {
	let error = await errorOf(context, { endpoint: PURCHASABLE, account });
	if (!error) return 'Connection successful';

	let isOfPlan = error.data.row === 'plan';
	if (error.data.row === 'planOrToken' && error.data.isJson) {
		error = await errorOf(context, { endpoint: VERIFY_OTP, account, body: NOBODYS });
		isOfPlan = !error || isOfService(error);
	}
	if (!error || isOfPlan) {
		return 'Connection successful. The plan of this token does not include leasing numbers.';
	}

	const { row, message, description } = error.data;
	const what =
		row === 'unreadable' ? " did not answer as the service does: check 'Base URL'. " : ': ';
	throw error.with({
		message: account.baseUrl + what + message,
		description:
			row === 'planOrToken'
				? "Check 'API Token', 'Authorization Scheme' and 'Base URL'. (HTTP 403)"
				: description,
	});
}

/** True where the service itself answered, and neither refused the token nor asks to wait. */
function isOfService({ data: { isJson, statusCode = 0 } }: ServiceError): boolean {
	const isAnswer =
		(statusCode >= 200 && statusCode < 300) || (statusCode >= 400 && statusCode < 500);
	return isJson === true && isAnswer && ![401, 403, 429].includes(statusCode);
}

/** Makes a request once. Returns its error, undefined where it was done. */
async function errorOf(
	{ helpers }: ICredentialTestFunctions,
	request: ServiceRequest,
): Promise<ServiceError | undefined> {
	// n8n gives the test of a credential no other helper. It takes no signal, but its connection does.
	const httpRequest = async ({ method, url, body, headers, abortSignal }: IHttpRequestOptions) => {
		const signal = abortSignal as AbortSignal;
		const agentOptions: object = { signal };
		const response = helpers.request({
			method,
			uri: url,
			body,
			headers: { ...headers, Accept: 'application/json' },
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
			agentOptions,
		});
		// After an answer 101 Node.js closes the connection, and the helper never ends.
		return await unlessStopped(response, signal);
	};

	try {
		await makeRequest(request, { timeout: TIMEOUT, helpers: { httpRequest } });
		return undefined;
	} catch (error) {
		if (error instanceof ServiceError) return error;
		throw error;
	}
}
