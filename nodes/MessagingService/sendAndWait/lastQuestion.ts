import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/**
 * n8n signs a link for an execution and a node. So in a loop it would take the link of an earlier question for an answer
 * to the present one. That is why the questions of a node are numbered in each execution:
 * - the link holds the number as `q`, which n8n signs too; the first link holds none;
 * - the number of the last question is in n8n's memory of the node, which n8n saves with the execution. It is counted
 *   before the message leaves, so a question that was possibly sent has used its number too;
 * - the page answers only for the last number, whatever became of the questions before.
 */
const NUMBER = 'lastQuestion';

/** Returns the number of the question that is asked next, from 1. */
export function nextNumber(context: IExecuteFunctions): number {
	return Number(context.getContext('node')[NUMBER] ?? 0) + 1;
}

/** Counts the question that is about to be sent. */
export function countQuestion(context: IExecuteFunctions): void {
	context.getContext('node')[NUMBER] = nextNumber(context);
}

/** True where the visited link is that of the last question. */
export function isOfLastQuestion(context: IWebhookFunctions): boolean {
	const { q = '1' } = context.getRequestObject().query;
	// Only an expression reads the node's memory here. n8n refuses words such as "constructor" in expressions, so the
	// name is written in escapes.
	const name = context.getNode().name.replace(/[^]/g, asEscape);

	return String(context.evaluateExpression(`{{ $("${name}").context.${NUMBER} }}`)) === q;
}

/** Returns the escape of a UTF-16 unit in a text of JavaScript. */
function asEscape(unit: string): string {
	return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
