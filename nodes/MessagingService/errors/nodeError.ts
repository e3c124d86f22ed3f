import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { memberOf } from '../util/members';
import { InputError, ServiceError } from './errors';
import { messageOf, withoutTags } from './quote';

/**
 * Finds the middle of system codes. n8n replaces a message that contains one, as "ResourceNotFound" does, by a text of its own,
 * which may advise another try. So a space is put into it.
 */
const CODES =
	/(?<=e|get)(?=conn(?:refused|reset|aborted)|notfound|timedout|addr(?:notavail|info)|hostunreach|ai_again|noent|isdir|notdir|acces|exist|perm)/gi;

/**
 * Returns the error that n8n shows: what happened, what to do next, status code and item.
 * @param report says of its items how many became what, in brackets behind the message how many were done (`progress`), and
 * behind the description which (`lists`)
 */
export function nodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
	report: { counts?: object; progress?: string; lists?: string } = {},
) {
	const { counts, progress, lists } = report;
	const reason = messageOf(error);
	const message = withoutTags(progress ? `${reason} (${progress})` : reason).replace(CODES, ' ');
	const advice = [nextStepOf(error), lists].filter(Boolean).join('\n\n');
	const description = withoutTags(advice) || undefined;

	const mistake = error instanceof InputError ? error : undefined;
	const failure = error instanceof ServiceError ? error.data : undefined;
	// n8n would keep a mistake as the cause, which says nothing more.
	const shown = failure
		? new NodeApiError(node, {}, { itemIndex, httpCode: failure.statusCode?.toString() })
		: new NodeOperationError(node, mistake ? reason : (error as Error), { itemIndex });

	// Tells programs, such as tests, what the sentences tell people.
	const { row: verdict, outcome = 'notSent' } = failure ?? {};
	Object.assign(shown.context, { verdict, outcome, counts, code: mistake?.code });

	// n8n looks for words in what is not given.
	return Object.assign(shown, { message, description, messages: [] });
}

/** Returns what an error says about what to do next; n8n's own errors may say it too. */
export function nextStepOf(error: unknown) {
	return String(memberOf(error, 'description') ?? '');
}
