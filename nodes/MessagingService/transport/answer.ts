import { quote } from '../errors/quote';
import type { ServiceError } from '../errors/serviceError';
import { parseBody } from './failures/errorBody';
import { failure, wordsOf } from './failures/failure';
import { errorInSuccess, proxyFailure, statusFailure } from './failures/statusFailure';
import type { HttpAnswer } from './httpAnswer';
import { isPlainObject, type Members } from '../object';
import type { Answer, Call, Needs } from './request';

/**
 * Reads an answer as a JSON object that holds what its endpoint needs: the one place that tells whether it is one.
 * @throws ServiceError for a refusal, and for what cannot be read or lacks something, which it quotes
 */
export function readAnswer<Needed extends Needs>(
	answer: HttpAnswer,
	call: Call<Needed>,
): Answer<Needed> {
	const { statusCode, isBroken, answeredByProxy, body } = answer;
	const { needs, statusIn } = call.endpoint;
	const unreadable = (what: string) => unreadableAnswer(what, answer, call);

	if (answeredByProxy) throw proxyFailure(answer, call);
	if (!isSuccess(statusCode)) throw statusFailure(answer, call);

	if (isBroken) throw unreadable('an answer that cannot be decompressed');
	if (body.trim() === '') throw unreadable('an empty answer');
	const { form, value } = parseBody(body);
	if (form === 'HTML') throw unreadable('a web page');
	if (value === undefined) throw unreadable('something that is not JSON');
	if (!isPlainObject(value)) throw unreadable('JSON that is not an object');

	// An answer without a status of its own is one of success.
	const status = statusIn === undefined ? undefined : statusOf(value[statusIn]);
	if (status !== undefined && !isSuccess(status)) throw errorInSuccess(status, answer, call);

	if (!holds(value, needs)) throw unreadable(`an answer ${missingPart(value, needs)}`);
	return value;
}

/** Returns the error for an answer that cannot be used: whether the request was carried out is not known. */
function unreadableAnswer(
	what: string,
	{ statusCode, body }: HttpAnswer,
	call: Call,
): ServiceError {
	const quoted = quote(body, call.connection.hide);
	return failure(call, {
		message: `The service returned ${what} while ${wordsOf(call).activity}`,
		mayHaveArrived: true,
		nextStep:
			'Check that the Base URL in the credential is the address of the service, and not of a website or a proxy in front of it. If it is, contact your provider.',
		technical: quoted && `The answer was: ${quoted}`,
		statusCode,
	});
}

/** Returns a status code that an answer holds, as number or text; undefined where it holds none. */
function statusOf(value: unknown): number | undefined {
	const status = typeof value === 'string' ? parseFloat(value) : value;
	return typeof status === 'number' && !Number.isNaN(status) ? status : undefined;
}

const isSuccess = (statusCode: number) => statusCode >= 200 && statusCode < 300;

/** Tells whether an answer holds all that is needed. */
const holds = <Needed extends Needs>(value: Members, needs: Needed): value is Answer<Needed> =>
	missingPart(value, needs) === undefined;

/** Says which part is not there as it is needed; undefined where all are. */
function missingPart(value: unknown, needed: Needs[string], path = ''): string | undefined {
	if (typeof needed === 'object') return missingMember(value, needed, path);
	if (needed === 'list') return missingList(value, path);
	return typeof value === needed && value !== '' ? undefined : `without "${path}" as ${needed}`;
}

function missingMember(value: unknown, needs: Needs, path: string): string | undefined {
	for (const [name, needed] of Object.entries(needs)) {
		const member = isPlainObject(value) ? value[name] : undefined;
		const missing = missingPart(member, needed, path ? `${path}.${name}` : name);
		if (missing) return missing;
	}
	return undefined;
}

function missingList(value: unknown, path: string): string | undefined {
	if (!Array.isArray(value)) return `without the list "${path}"`;

	// If such an entry were skipped, its number would look as if it were gone, and as new once it is back.
	const other = value.findIndex((entry) => !isPlainObject(entry));
	return other < 0 ? undefined : `where entry ${other + 1} of the list "${path}" is not an object`;
}
