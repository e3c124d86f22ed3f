import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import type { Connection } from './credential';
import { CREDENTIAL_TYPE } from './credential';

/** A request as it goes over the wire. */
export interface HttpRequest {
	method: IHttpRequestMethods;
	url: string;
	body?: IDataObject;
	/** ms */
	timeout: number;
}

/** An answer as it came: any status code, the body not read yet. */
export interface HttpAnswer {
	statusCode: number;
	/** Names in lower case. */
	headers: IDataObject;
	body: string;
}

/** Sends one request, once, and gives the answer whatever its status code. Redirects are not followed. */
export type HttpSend = (request: HttpRequest) => Promise<HttpAnswer>;

/** Where in n8n the service can be reached from: a node's execution, its lists, its polling. */
export type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/**
 * Sends with n8n's own helper, which signs the request with the credential.
 * The credential is handed over decrypted, so that n8n does not read it anew for each request.
 */
export function authenticatedSend(
	context: ServiceContext,
	credentials: ICredentialDataDecryptedObject,
): HttpSend {
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL_TYPE, data: credentials };
	return async ({ method, url, body, timeout }) =>
		toAnswer(
			await context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL_TYPE,
				{
					method,
					url,
					body,
					timeout,
					json: true,
					encoding: 'text',
					returnFullResponse: true,
					ignoreHttpStatusErrors: true,
					disableFollowRedirect: true,
				},
				{ credentialsDecrypted },
			),
		);
}

/** Sends with the only helper that n8n gives to the test of a credential. */
export function credentialTestSend(
	{ helpers }: ICredentialTestFunctions,
	connection: Connection,
): HttpSend {
	return async ({ method, url, timeout }) =>
		toAnswer(
			await helpers.request({
				method,
				uri: url,
				timeout,
				headers: { Accept: 'application/json', Authorization: connection.authorization },
				resolveWithFullResponse: true,
				simple: false,
				followRedirect: false,
			}),
		);
}

function toAnswer(response: unknown): HttpAnswer {
	const { statusCode, headers, body } = response as Partial<HttpAnswer>;
	return {
		statusCode: statusCode ?? 0,
		headers: headers ?? {},
		body: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
	};
}
