import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { executionState, isNumber } from '../executionState';
import { memberOf } from '../object';

/** The last question that a node has asked in an execution. */
interface LastQuestion {
	/** Counts the questions of this node in this execution, from 1; 0 before the first. */
	number: number;
	/** Until when it can be answered, in ms since 1970; 0 until its message has left. */
	until: number;
}

/** n8n stores it under this name. */
const NAME = 'openQuestion';

/** Returns the number of the question that is asked next. */
export function nextNumber(context: IExecuteFunctions): number {
	return lastQuestion(context).number + 1;
}

/**
 * Counts the question that is about to be sent. So its link is its own, also where nobody knows whether the message
 * arrived: it never leads to a later question.
 */
export function countQuestion(context: IExecuteFunctions): void {
	const question = lastQuestion(context);
	question.number += 1;
	// Nobody can answer it yet: its message has not left.
	question.until = 0;
}

/** Notes until when the question that was sent can be answered: its link works from now on. */
export function startWaiting(context: IExecuteFunctions, until: Date): void {
	lastQuestion(context).until = until.getTime();
}

/** Returns the last question. n8n saves it with the execution, so it outlasts a restart, and an update of the package. */
function lastQuestion(context: IExecuteFunctions): LastQuestion {
	return executionState(context, {
		name: NAME,
		initial: () => ({ number: numberBeforeUpdate(context), until: 0 }),
		members: { number: isNumber, until: isNumber },
	});
}

/**
 * Returns how many questions the build of `test/stored/1.json` has asked in this execution. It kept the question beside the
 * state. A loop that continues after an update counts on, so that no link of an earlier round leads to a later one.
 */
function numberBeforeUpdate(context: IExecuteFunctions): number {
	const number = memberOf(context.getContext('node')[NAME], 'number');
	return isCount(number) ? number : 0;
}

/** Tells whether a value counts questions. */
function isCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** The state of the question that a link leads to; `unknown` where n8n's record of the execution does not tell. */
export type LinkTarget = 'open' | 'closed' | 'unknown';

/**
 * Returns the state of the question that the visited link leads to. In a loop, n8n itself would take a link of an earlier
 * round for one of the present round: the signature is that of execution and node.
 */
export function targetOfLink(context: IWebhookFunctions): LinkTarget {
	const { q = '1' } = context.getRequestObject().query;
	const visited = Number(q);
	const last = storedMember(context, 'number');
	const until = storedMember(context, 'until');

	const isStored = isCount(visited) && isCount(last) && !Number.isNaN(until);
	if (!isStored || visited > last) return 'unknown';

	const isOpen = visited === last && Date.now() < until;
	return isOpen ? 'open' : 'closed';
}

/** Returns a member of the last question as n8n has stored it; NaN where there is none. */
function storedMember(context: IWebhookFunctions, member: keyof LastQuestion): number {
	// Only an expression reads the node's memory here. n8n refuses words such as "constructor" in expressions, so the
	// name is written in escapes.
	const name = context.getNode().name.replace(/[^]/g, asEscape);
	const memory = `$("${name}").context`;
	const value: unknown = context.evaluateExpression(
		// The build of `test/stored/1.json` kept the question beside the state.
		`{{ (${memory}.state?.${NAME} ?? ${memory}.${NAME})?.${member} }}`,
	);
	return typeof value === 'number' ? value : NaN;
}

/** Returns the escape of a UTF-16 unit in a text of JavaScript. */
function asEscape(unit: string): string {
	return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
