import type { IDataObject } from 'n8n-workflow';

import { MAX_QUOTE, quote } from '../errors/quote';
import type { ServiceError } from '../errors/serviceError';
import { errorWords, isHtml } from './failures/errorWords';
import { failure } from './failures/retryRule';
import { LOOK_AT_WORDS, withWords } from './failures/statusFailure';
import type { ServiceAnswer } from './http';
import type { AnswerPart, Endpoint } from './request';

/**
 * Reads the body of a 2xx answer as a JSON object that holds what its endpoint needs.
 * @throws ServiceError that names what is missing and quotes what came instead, or says that it is no success
 */
export function readAnswer(answer: ServiceAnswer, endpoint: Endpoint): IDataObject {
	const object = readObject(answer, endpoint);
	const status = statusOf(object, endpoint);
	if (status < 200 || status >= 300) throw refused(status, answer, endpoint);
	for (const [path, part] of Object.entries(endpoint.needs ?? {})) {
		const lack = lackOf(object, path, part);
		if (lack) throw unreadable(`an answer ${lack}`, answer, endpoint);
	}
	return object;
}

function readObject(answer: ServiceAnswer, endpoint: Endpoint): IDataObject {
	const { body, isBroken } = answer;
	if (isBroken) throw unreadable('an answer that cannot be decompressed', answer, endpoint);
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

/** Says what is not there as it is needed; undefined where all is. */
function lackOf(object: IDataObject, path: string, part: AnswerPart): string | undefined {
	const within = (value: unknown, key: string) => (isObject(value) ? value[key] : undefined);
	const value = path.split('.').reduce<unknown>(within, object);
	if (part !== 'list') {
		return typeof value === part && value !== '' ? undefined : `without "${path}" as ${part}`;
	}
	if (!Array.isArray(value)) return `without the list "${path}"`;
	// Were it passed over, what it stands for would seem to be gone, and to be new once it is back.
	const other = value.findIndex((entry) => !isObject(entry));
	return other < 0 ? undefined : `in which entry ${other + 1} of the list "${path}" is no object`;
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The status code that an answer holds; NaN where it holds none, and so nothing against it. */
function statusOf(object: IDataObject, { statusIn }: Endpoint): number {
	const status = statusIn && object[statusIn];
	return typeof status === 'string' || typeof status === 'number' ? parseFloat(`${status}`) : NaN;
}

/** HTTP's status code says success, that of the answer does not. */
function refused(
	status: number,
	{ statusCode, body, hide }: ServiceAnswer,
	endpoint: Endpoint,
): ServiceError {
	const message = `The service did not succeed in ${endpoint.doing}`;
	return failure(endpoint, withWords(message, errorWords(body, hide)), {
		kind: 'answer',
		left: true,
		wayOut: LOOK_AT_WORDS,
		technical: `(The answer has the ${endpoint.statusIn} ${status}.)`,
		statusCode,
	});
}

function unreadable(
	what: string,
	{ statusCode, body, hide }: ServiceAnswer,
	endpoint: Endpoint,
): ServiceError {
	const quoted = quote(body, MAX_QUOTE, hide);
	return failure(endpoint, `The service gave ${what} while ${endpoint.doing}`, {
		kind: 'answer',
		left: true,
		wayOut:
			'Check that the Base URL in the credential is the address of the service, and not of a website or a proxy in front of it. If it is, ask the service about its answer.',
		technical: quoted ? `The answer was: ${quoted}` : undefined,
		statusCode,
	});
}
