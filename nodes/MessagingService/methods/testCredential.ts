import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { asServiceError, messageOf, nextStepOf, type ServiceError } from '../errors';
import { type Account, readAccount } from '../request/account';
import type { Endpoint } from '../request/endpoint';
import { makeRequest } from '../request/request';
import type { Shared } from '../request/settings';
import { PURCHASABLE } from '../service/leases';
import { VERIFY_OTP } from '../service/messages';

/** What to do after a 403 that may be about the token. */
const CHECK_ALL = "Check 'API Token', 'Authorization Scheme' and 'Base URL'.";

/** What the requests of a test have of their own: they do nothing that a person has to know of. */
const OF_TEST = {
	isStep: true,
	ifNotSent: undefined,
	ifRefused: CHECK_ALL,
	ifNotInPlan: CHECK_ALL,
} as const;

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
async function findPlan(context: ICredentialTestFunctions, account: Account) {
	// A person waits for both questions together.
	const end = performance.now() + 14_000;
	// The test of a credential has another helper than nodes.
	const helpers: Shared['helpers'] = {
		httpRequest(options) {
			const signal = options.abortSignal as AbortSignal;
			// The helper takes no signal, but its connection does.
			const agentOptions: object = { signal };
			const response = context.helpers.request({
				...options,
				// It would parse the body.
				json: false,
				headers: { ...options.headers, Accept: 'application/json' },
				followRedirect: false,
				simple: false,
				resolveWithFullResponse: true,
				agentOptions,
			});
			// After an answer 101 Node.js closes the connection, and the helper never ends.
			const ending = new Promise((_, reject) =>
				signal.addEventListener('abort', () => reject(signal.reason)),
			);
			return Promise.race([response, ending]);
		},
	};
	const errorOf = (asked: Endpoint, body?: IDataObject) => {
		const endpoint = { ...asked, ...OF_TEST };
		const timeout = Math.max(1, Math.ceil(end - performance.now()));
		return makeRequest({ endpoint, account, body }, { timeout, helpers }).then(
			() => undefined,
			asServiceError,
		);
	};

	const leasingError = await errorOf(PURCHASABLE);
	if (!leasingError) return 'Connection successful';

	const isUnclear = leasingError.data.row === 'planOrToken' && leasingError.data.isJson;
	const error = isUnclear ? await errorOf(VERIFY_OTP, NOBODYS) : leasingError;
	const planHasNoLeasing = !error || error.data.row === 'plan' || (isUnclear && isOfService(error));
	if (planHasNoLeasing) {
		return 'Connection successful. The plan of this token does not include leasing numbers.';
	}

	const what =
		error.data.row === 'unreadable'
			? " did not answer as the service does: check 'Base URL'. "
			: ': ';
	throw error.with({ message: account.baseUrl + what + error.message });
}

/** True where the service itself answered, and neither refused the token nor asks to wait. */
const isOfService = ({ data: { isJson, statusCode } }: ServiceError) =>
	isJson && /^(?:2|4(?!01|03|29))/.test(String(statusCode));
