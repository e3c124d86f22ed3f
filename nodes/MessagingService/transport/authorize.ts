import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { readConnection } from './credential';
import { ServiceError } from '../errors/serviceError';

/**
 * Signs a request with the credential (section 5), also for n8n's HTTP Request node.
 * @throws ServiceError when the request goes to another address than the Base URL: the token would leak
 */
export function authorize(
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
): IHttpRequestOptions {
	const { baseUrl, authorization } = readConnection(credentials);
	// n8n's HTTP Request node still names the address `uri`.
	const { url, uri, baseURL } = requestOptions as IHttpRequestOptions & { uri?: string };
	const { href } = new URL(url ?? uri, baseURL);
	if (href !== baseUrl && !href.startsWith(`${baseUrl}/`) && !href.startsWith(`${baseUrl}?`)) {
		throw new ServiceError('The request goes to another address than the credential is for', {
			kind: 'credential',
			fate: 'notSent',
			description: `The API token is only sent to addresses below the Base URL of the credential, ${baseUrl}.`,
		});
	}
	return {
		...requestOptions,
		headers: { ...requestOptions.headers, Authorization: authorization },
	};
}
