import type { IDataObject } from 'n8n-workflow';

import { MAY_HAVE_ACTED } from './failures/connectionFailure';
import type { Endpoint } from '../service/endpoints';
import { isHtml } from './failures/errorWords';
import type { HttpAnswer } from './http';
import { quote } from '../errors/quote';
import { ServiceError } from '../errors/serviceError';
import type { NumberRecord, Pool, PurchasableNumbers } from '../service/types';
import { POOLS } from '../service/types';

/** An answer's body as an object, not yet known to hold what the operation needs. */
export type AnswerObject = IDataObject;

/**
 * Reads the body of a 2xx answer as a JSON object.
 * @throws ServiceError that quotes what came instead
 */
export function readObject(answer: HttpAnswer, endpoint: Endpoint): AnswerObject {
	const { body } = answer;
	if (body.trim() === '') throw unreadable('an empty answer', answer, endpoint);
	let parsed: unknown;
	try {
		parsed = JSON.parse(body);
	} catch {
		parsed = undefined;
	}
	if (isObject(parsed)) return parsed;
	if (parsed !== undefined) throw unreadable('JSON that is not an object', answer, endpoint);
	throw unreadable(isHtml(body) ? 'a web page' : 'something that is not JSON', answer, endpoint);
}

/**
 * Makes sure that an answer holds a field of the type that the operation needs.
 * @throws ServiceError that names the field and quotes the answer
 */
export function requireField<Key extends string, Type extends 'string' | 'boolean'>(
	object: AnswerObject,
	key: Key,
	type: Type,
	answer: HttpAnswer,
	endpoint: Endpoint,
): asserts object is AnswerObject & Record<Key, Type extends 'string' ? string : boolean> {
	const value = object[key];
	if (typeof value !== type || value === '') {
		throw unreadable(`an answer without "${key}" as ${type}`, answer, endpoint);
	}
}

/**
 * Reads the four arrays of the purchasable list (section 4.5).
 * @throws ServiceError when one is missing or holds something else than records
 */
export function readPools(
	object: AnswerObject,
	answer: HttpAnswer,
	endpoint: Endpoint,
): PurchasableNumbers {
	const { data } = object;
	if (!isObject(data)) throw unreadable('an answer without "data"', answer, endpoint);
	const read = (pool: Pool): NumberRecord[] => {
		const records = data[pool];
		if (!Array.isArray(records) || !records.every(isObject)) {
			throw unreadable(`an answer without the list "data.${pool}"`, answer, endpoint);
		}
		return records as NumberRecord[];
	};
	const [text, imessage, whatsapp, voice] = POOLS.map(read);
	return { text, imessage, whatsapp, voice };
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable(
	what: string,
	{ statusCode, body }: HttpAnswer,
	endpoint: Endpoint,
): ServiceError {
	const acted = endpoint.retryClass === 'safe' ? 'no' : 'unknown';
	const wayOut =
		'Check that the Base URL in the credential is the address of the service, and not of a website or a proxy in front of it.';
	const quoted = quote(body);
	return new ServiceError(`The service gave ${what} while ${endpoint.doing}`, {
		kind: 'answer',
		acted,
		description:
			(acted === 'unknown' ? `${MAY_HAVE_ACTED} ${wayOut}` : wayOut) +
			(quoted ? ` The answer was: ${quoted}` : ''),
		statusCode,
	});
}
