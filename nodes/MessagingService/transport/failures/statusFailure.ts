import { quote } from '../../errors/quote';
import type { ServiceError } from '../../errors/serviceError';
import type { HttpAnswer } from '../httpAnswer';
import type { Call } from '../request';
import { notConnected } from './connectionFailure';
import { type ErrorBody, readErrorBody } from './errorBody';
import { failure, type FailureText, wordsOf } from './failure';
import { CHECK_ADDRESS, CHECK_FIELDS, meaningOf, type StatusMeaning } from './statusCodes';

/** Returns the error for an answer whose status code is not one of success. */
export function statusFailure(answer: HttpAnswer, call: Call): ServiceError {
	const { statusCode, headers } = answer;
	const meaning = meaningOf(statusCode);
	const body = readErrorBody(answer.body, call.connection.hide);
	const isRedirect = statusCode >= 300 && statusCode < 400 && statusCode !== 304;

	return failure(call, {
		mayHaveArrived: meaning.mayHaveArrived,
		isTransient: meaning.isTransient,
		...textOf(meaning, body, call),
		reason: isRedirect ? targetOf(headers.location, call) : body.reason,
		technical: `(HTTP ${statusCode})`,
		statusCode,
		retryAfter: readRetryAfter(headers['retry-after']),
	});
}

/** Subjects that only the service itself can refuse, and no website or proxy in its place. */
const OF_THE_SERVICE: ReadonlySet<unknown> = new Set(['number', 'plan', 'request']);

/** The words of any server for an address that it does not know. */
const OF_ANY_SERVER = /^(?:not found\.?|cannot (?:get|post) .*)$/i;

/**
 * Returns the subject and the words of the error. If a website or a proxy refuses what only the service can refuse, the
 * address is wrong.
 */
function textOf(meaning: StatusMeaning, { form, reason }: ErrorBody, call: Call): AboutText {
	const { about, message, messageElsewhere = message } = meaning;
	const words = wordsOf(call);
	const nextStep = meaning.nextStep(words);

	const isOfService = form === 'JSON' || (form === 'text' && about !== 'plan');
	if (!isOfService && OF_THE_SERVICE.has(about)) {
		const check = [CHECK_ADDRESS, nextStep].filter(Boolean).join(' ');
		return { about: 'address', message: messageElsewhere(words), nextStep: check };
	}

	const isOfAnyServer = form !== 'JSON' || !reason || OF_ANY_SERVER.test(reason);
	const isUnsure = meaning.messageElsewhere !== undefined && isOfAnyServer;
	const check = isUnsure || !nextStep ? CHECK_ADDRESS : '';
	return {
		about,
		message: message(words),
		nextStep: [nextStep, check].filter(Boolean).join(' '),
	};
}

/** Text about a failed request, and its subject. */
type AboutText = FailureText & Pick<StatusMeaning, 'about'>;

/** Says where a redirect leads, without query, fragment and user part: they may hold secrets. */
function targetOf(location: unknown, { connection }: Call): string | undefined {
	const target = String(location ?? '')
		.replace(/[?#].*$/s, '')
		.replace(/\/\/[^/@]*@/, '//');
	return target ? `it leads to ${quote(target, connection.hide)}` : undefined;
}

/** Returns the error for an answer of success that says otherwise itself. */
export function errorInSuccess(status: number, answer: HttpAnswer, call: Call): ServiceError {
	return failure(call, {
		message: `The service did not succeed in ${wordsOf(call).activity}`,
		reason: readErrorBody(answer.body, call.connection.hide).reason,
		mayHaveArrived: true,
		nextStep: CHECK_FIELDS,
		technical: `(The answer has the ${call.endpoint.statusIn} ${status}.)`,
		statusCode: answer.statusCode,
	});
}

/** Returns the error for an answer of a proxy that did not connect: the request never reached the service. */
export function proxyFailure({ statusCode, body }: HttpAnswer, call: Call): ServiceError {
	return failure(call, {
		...notConnected(wordsOf(call)),
		reason: readErrorBody(body, call.connection.hide).reason,
		about: 'address',
		// It may be able to connect later. If it does not allow it, it never will.
		isTransient: statusCode >= 500,
		technical: `(HTTP ${statusCode} of the proxy)`,
	});
}

/**
 * Reads a Retry-After header: seconds, or a date.
 * Returns ms from now, 0 for a date that has passed, undefined where there is nothing to be read.
 */
export function readRetryAfter(value: unknown, now = Date.now()): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;

	const text = String(value).trim();
	if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;

	// An HTTP date starts with the name of a day; Date.parse alone would read almost anything.
	if (!/^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return undefined;
	const date = Date.parse(text);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
