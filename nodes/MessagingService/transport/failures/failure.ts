import { type Facts, fill, type ServiceError, serviceError, type VerdictName } from '../../errors';
import { partsOf, type ServiceRequest } from '../request';

/** What an error says beside the sentences of its row. */
interface More extends Facts {
	/** Parts that the sentences of the row name in braces, beside those of the request. */
	parts?: Record<string, string>;
	/** Stands behind what to do: status code, or codes of Node.js. */
	behind?: string;
}

/** Returns the error for a request that failed: it says first whether it was done, then what to do. */
export function failure(
	request: ServiceRequest,
	verdict: VerdictName,
	{ parts, behind = '', ...facts }: More = {},
): ServiceError {
	const { target } = request;
	const { words } = request.endpoint;
	const error = serviceError(verdict, { ...partsOf(request), ...parts }, { target, ...facts });
	const { happened, description, outcome } = error.data;

	// A request that only reads leaves nothing in doubt, wherever it got to.
	const isInDoubt = outcome === 'possiblySent' && words !== undefined;
	const state = isInDoubt ? words.whereToCheck : words?.notSent;
	const quoted = !parts?.words && facts.words ? `: ${facts.words.replace(/(?<!\.)\.$/, '')}` : '';

	return error.with({
		outcome: isInDoubt ? outcome : 'notSent',
		happened: happened + quoted,
		doubt: isInDoubt ? fill(words.possiblySent, { target }) : undefined,
		description: [state, description + behind].filter(Boolean).join(' '),
	});
}
