import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { memberOf } from '../util/members';

// Everything that the package reads of n8n without its being documented stands in this file, each with its reason. The test
// of the same name asks n8n for each of them, and so says which a new version has changed.

/**
 * True where the node runs as a tool of an AI agent: there the model chooses values, and hears the message of an error alone.
 * n8n makes such a variant of each node, and ends the name of its type so.
 */
export const isAgentTool = ({ type }: INode) => type.endsWith('Tool');

/**
 * Returns a context whose expressions find no items, and nothing that a model said: n8n evaluates them with the items that it
 * keeps under this name, and `$fromAI` with those of the run that has this index.
 */
export const withoutItems = <Context extends object>(context: Context): Context =>
	Object.create(context, {
		connectionInputData: { value: [] },
		runIndex: { value: -1 },
	}) as Context;

/**
 * True for an agent's tool that asks a person before another tool may be used: anything but an approval would be a refusal
 * there. n8n ends the name of the type of such a variant so.
 */
export const isReview = ({ type }: INode) => type.endsWith('HitlTool');

/** Engine 2.0 numbers executions by UUIDs, the first engine by whole numbers. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** True where n8n's Engine 2.0 runs the node: it cannot wait, and says so only after the message was sent. */
export const isEngine2 = (context: Pick<IExecuteFunctions, 'getExecutionId'>) =>
	UUID.test(context.getExecutionId());

/**
 * True where n8n calls a tool in passing, as older agents and MCP do: then nothing waits for an answer. The context of such a
 * call, SupplyDataContext, is the only one that has this method.
 */
export const isCalledInPassing = (context: IExecuteFunctions): boolean =>
	'getNextRunIndex' in context;

/** Lets n8n 1 refuse a link with a wrong signature. Newer versions always do, and have no such method any more. */
export function requireSignature(
	context: IExecuteFunctions & { setSignatureValidationRequired?(): void },
) {
	context.setSignatureValidationRequired?.();
}

/**
 * Marks an item for the error output: n8n moves items that have an error there, with the input item's data. Of an item that
 * still has one afterwards it keeps the message alone, so the error must not be copied along.
 */
export function markForErrorOutput(item: INodeExecutionData, error: Error) {
	Object.defineProperty(item, 'error', { value: error, enumerable: false, writable: true });
}

/**
 * Returns what n8n advises where it cannot evaluate an expression, under one of two names, and the node that it is about.
 * @param own advice, where n8n has none
 */
export function expressionAdvice(error: unknown, own: string) {
	const context = memberOf(error, 'context');
	const node = memberOf(context, 'nodeCause');
	const advice = memberOf(context, 'causeDetailed') || memberOf(context, 'messageTemplate') || own;
	if (!node) return String(advice);

	const name = String(node);
	return `Put '${name}' before this node, in one line. For a list of its rows, write e.g. {{ $('${name}').all().map((row) => row.json.phone) }}. ${String(advice).replace('{{nodeName}}', () => name)}`;
}

/** True for an error of n8n's protection against requests to private addresses (SSRF): the request never left. */
export const isBlockedAddress = (error: unknown) =>
	String(memberOf(error, 'name')).startsWith('SsrfBlocked');
