import type { IDataObject } from 'n8n-workflow';

import { quote, redact, type ServiceError } from '../errors';
import { isPlainObject } from '../object';
import { parseJson } from './failures/errorBody';
import { failure } from './failures/failure';
import { statusFailure } from './failures/statusFailure';
import type { HttpAnswer } from './http';
import { activityOf, type Call } from './request';

/**
 * Reads an answer as a JSON object that holds what its endpoint needs.
 * @throws ServiceError for a refusal, and for what cannot be read or lacks something, which it quotes
 */
export function readAnswer(answer: HttpAnswer, call: Call): IDataObject {
	const { statusCode, body, isOfProxy } = answer;
	if (isOfProxy || statusCode < 200 || statusCode >= 300) throw statusFailure(answer, call);
	if (body.trim() === '') throw unreadable('an empty answer', answer, call);

	const value = parseJson(body);
	if (!isPlainObject(value)) throw unreadable('something that is no JSON object', answer, call);

	const object = value as IDataObject;
	const missing = call.endpoint.lacks?.(object);
	if (missing) throw unreadable(`an answer without ${missing}`, answer, call);
	return object;
}

/** Returns the error for an answer of success that cannot be used: nobody knows whether it was carried out. */
function unreadable(what: string, { statusCode, body }: HttpAnswer, call: Call): ServiceError {
	const quoted = quote(redact(body, call.connection.token));
	const nextStep =
		'Check that the Base URL in the credential is the address of the service, and not of a website or a proxy before it.';

	return failure(call, {
		message: `The service returned ${what} while ${activityOf(call)}`,
		mayHaveArrived: true,
		nextStep: quoted ? `${nextStep} The answer was: ${quoted}` : nextStep,
		statusCode,
	});
}
