import type { IDataObject } from 'n8n-workflow';

import { MAX_QUOTE, quote } from '../errors/quote';
import type { ServiceError } from '../errors/serviceError';
import type { Connection } from './credential';
import { failure } from './failures/failure';
import { parse } from './failures/statement';
import { proxyFailure, refusedAfterAll, statusFailure } from './failures/statusFailure';
import type { HttpAnswer } from './http';
import type { Answer, AnswerPart, Needs, ServiceRequest } from './request';

/**
 * Reads an answer as a JSON object that holds what its endpoint needs: the one place that tells whether it is one.
 * @throws ServiceError for a refusal, and for what cannot be read or lacks something, which it quotes
 */
export function readAnswer<Needed extends Needs>(
	answer: HttpAnswer,
	request: ServiceRequest<Needed>,
	connection: Connection,
): Answer<Needed> {
	const { statusCode, isBroken, isUnsent, body } = answer;
	if (isUnsent) throw proxyFailure(answer, request, connection);
	if (!isSuccess(statusCode)) throw statusFailure(answer, request, connection);
	if (isBroken)
		throw unreadable('an answer that cannot be decompressed', answer, request, connection);
	if (body.trim() === '') throw unreadable('an empty answer', answer, request, connection);
	const { form, value } = parse(body);
	if (!isObject(value)) throw unreadable(notAnObject(form, value), answer, request, connection);
	const status = statusIn(value, request);
	if (status !== undefined && !isSuccess(status)) {
		throw refusedAfterAll(status, answer, request, connection);
	}
	const lack = lackOf(value, request.endpoint.needs);
	if (lack) throw unreadable(`an answer ${lack}`, answer, request, connection);
	return value as Answer<Needed>;
}

const isSuccess = (statusCode: number) => statusCode >= 200 && statusCode < 300;

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notAnObject(form: string, value: unknown): string {
	if (value !== undefined) return 'JSON that is not an object';
	return form === 'HTML' ? 'a web page' : 'something that is not JSON';
}

/** The status code that an answer holds; undefined where it holds none, and so nothing against it. */
function statusIn(object: IDataObject, { endpoint }: ServiceRequest): number | undefined {
	const status = parseFloat(String(object[endpoint.statusIn ?? '']));
	return Number.isNaN(status) ? undefined : status;
}

/** Says what is not there as it is needed; undefined where all is. */
function lackOf(value: unknown, needs: Needs, path = ''): string | undefined {
	for (const [name, needed] of Object.entries(needs)) {
		const inner = isObject(value) ? value[name] : undefined;
		const lack =
			typeof needed === 'string'
				? lackOfPart(inner, needed, path + name)
				: lackOf(inner, needed, `${path}${name}.`);
		if (lack) return lack;
	}
	return undefined;
}

function lackOfPart(value: unknown, part: AnswerPart, path: string): string | undefined {
	if (part !== 'list') {
		return typeof value === part && value !== '' ? undefined : `without "${path}" as ${part}`;
	}
	if (!Array.isArray(value)) return `without the list "${path}"`;
	// If it were skipped, its number would look as if it were gone, and as new once it is back.
	const other = value.findIndex((entry) => !isObject(entry));
	return other < 0 ? undefined : `where entry ${other + 1} of the list "${path}" is not an object`;
}

function unreadable(
	what: string,
	{ statusCode, body }: HttpAnswer,
	request: ServiceRequest,
	connection: Connection,
): ServiceError {
	const quoted = quote(body, MAX_QUOTE, connection.hide);
	return failure(request, `The service returned ${what} while ${request.endpoint.doing}`, {
		possiblyDone: true,
		wayOut:
			'Check that the Base URL in the credential is the address of the service, and not of a website or a proxy in front of it. If it is, contact your provider.',
		technical: quoted ? `The answer was: ${quoted}` : undefined,
		statusCode,
	});
}
