import { quote } from '../../errors/quote';
import type { Call } from '../request';

/** Text about a failed request. */
export interface FailureText {
	/** Says what happened. */
	message: string;
	/** Says what to do next; nothing in it invites to try again. */
	nextStep: string;
}

/** Most characters of a recipient or a number that an error shows. */
export const MAX_NAMED = 40;

/** Returns the words of one request, for the texts of its errors. */
export function wordsOf({ endpoint, connection, advice, named = '', body }: Call) {
	const shown = quote(named, MAX_NAMED, connection.hide);
	const { effect } = endpoint;
	return {
		/** The service's host. */
		host: connection.hide(connection.host),
		/** Continues "while": "sending the message to +1…". */
		activity: endpoint.activity(shown),
		/** Continues "The service did not accept": "the message to +1…". */
		subject: endpoint.subject(shown),
		ifUnknown: endpoint.ifUnknown,
		ifInvalid: endpoint.ifInvalid,
		enterprise: endpoint.enterprise,
		hasBody: body !== undefined,
		/** Advice against a slow service or network. */
		slow: advice?.slow ?? 'If this continues, contact your provider.',
		/** Advice against a limit of the service. */
		limited: advice?.limited ?? 'Your provider may offer a higher limit.',
		/** The effect of the request, where it has one. */
		effect: effect && { ...effect, possibly: effect.possibly(shown) },
	};
}

export type Words = ReturnType<typeof wordsOf>;
