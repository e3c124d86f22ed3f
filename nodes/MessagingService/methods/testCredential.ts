import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { asServiceError, asShown, messageOf, nextStepOf, ServiceError } from '../errors';
import { isObject } from '../util/members';
import { unlessStopped } from '../n8n/waiting';
import { PURCHASABLE } from '../service/leases';
import { type Account, readAccount } from '../request/account';
import { makeRequest } from '../request/oneRequest';

/** Longest time of a test, in ms: a person waits. */
const TIMEOUT = 12_000;

/** Tests a credential by listing the available numbers, which costs nothing (section 4.5 of `docs/service.md`). */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		return { status: 'OK', message: await ask(this, readAccount(data)) };
	} catch (error) {
		return { status: 'Error', message: asShown(`${messageOf(error)}. ${nextStepOf(error)}`) };
	}
}

/**
 * Asks as the node asks, once, and returns what the response means for the credential.
 * @throws ServiceError where it does not work
 */
async function ask({ helpers }: ICredentialTestFunctions, account: Account): Promise<string> {
	// n8n gives the test of a credential no other helper, and this one takes no signal.
	const httpRequest = async ({ url, headers, abortSignal }: IHttpRequestOptions) => {
		const response = helpers.request({
			uri: url,
			headers: { ...headers, Accept: 'application/json' },
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
		});
		return await unlessStopped(response, abortSignal as AbortSignal);
	};

	const request = { endpoint: PURCHASABLE, account };
	const result = await makeRequest(request, { helpers: { httpRequest }, timeout: TIMEOUT }).catch(
		asServiceError,
	);
	if (!(result instanceof ServiceError)) return 'Connection successful';
	if (isOfPlan(result)) {
		return 'Connection successful. The plan of this token does not include leasing numbers.';
	}

	const { row, description } = result.data;
	const what =
		row === 'unusable' ? " did not answer as the service does: check 'Base URL'. " : ': ';
	throw result.with({
		message: account.baseUrl + what + result.message,
		description:
			row === 'planOrToken'
				? "Check 'API Token', 'Authorization Scheme' and 'Base URL'. (HTTP 403)"
				: description,
	});
}

/** What the words of a 403 name. A credential at fault is the user's mistake, what the plan allows is none. */
const CREDENTIAL = /key(?!w)|token|credential|signature|authenticated/i;
const AT_FAULT =
	/missing|wrong|invalid|incorrect|bad|expired|revoked|unknown|malformed|rejected|required|mismatch|\bno\b|\bnot (?:\w+ )?(?:provided|found|match|valid|active|authenticated)|unauth/i;
const ALLOWED = /(?<![a-z])plan|permission|scope|feature/i;
const SURELY_AT_FAULT =
	/(?<!of \w{3,4} )(?:key|token|credential)s? (?:\w+ ){0,2}(?:expired|revoked)|(?:expired|revoked|invalid) (?:\w+ )?(?:key(?!w)|token|credential)/i;

/** True where the service let the token in, and its plan does not include leasing: no fault of the credential. */
function isOfPlan({ data: { row, response } }: ServiceError): boolean {
	if (row === 'plan') return true;
	// A firewall's page, or nothing, is not the service's word.
	if (row !== 'planOrToken' || !isObject(response)) return false;

	const said = JSON.stringify(response);
	const isOfCredential = CREDENTIAL.test(said) && AT_FAULT.test(said);
	return !isOfCredential || (ALLOWED.test(said) && !SURELY_AT_FAULT.test(said));
}
