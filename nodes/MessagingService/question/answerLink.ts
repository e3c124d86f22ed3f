import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError, quoteValue } from '../errors';
import { isEngine2, isThisMachine } from '../n8n/variants';

/** Refuses to ask where no answer could arrive. @throws InputError */
export function refuseToAsk(context: IExecuteFunctions): void {
	refuseAddress(context.getRestApiUrl());
	// n8n says so only after the message was sent.
	if (!isEngine2(context)) return;

	throw new InputError(
		'n8n\'s Engine 2.0 cannot wait for an answer. Remove "engineType" from the workflow\'s settings',
		'The message was not sent. Without the workflow setting "engineType": "v2", n8n uses its first engine, which can wait.',
	);
}

/**
 * Returns the signed link to the page of the next question. It is short, since each character of a text may cost money.
 * @throws InputError where the page could not tell the question from an earlier one
 */
export function answerLink(
	context: IExecuteFunctions & { setSignatureValidationRequired?: () => void },
): string {
	// n8n 1 refuses a wrong signature only then. Newer versions do so always, and have no such method any more.
	context.setSignatureValidationRequired?.();

	const number = countQuestion(context);
	return context.getSignedResumeUrl(number === 1 ? {} : { q: String(number) });
}

const WEBHOOK_URL = 'N8N_WEBHOOK_URL (in older n8n: WEBHOOK_URL)';

/** An address with its host, and the path below which n8n's interface stands. n8n puts http:// before N8N_HOST. */
const ADDRESS = /^(https?:\/\/(?!https?:)[^/:][^/]*)(\/.*)?\/[^/]*$/;

/** Refuses an address of n8n where its links cannot work. @param address of n8n's REST interface */
function refuseAddress(address: string): void {
	const [, origin, path] = ADDRESS.exec(address) ?? [];
	if (!origin) {
		throw new InputError(
			`n8n's address "${quoteValue(address)}" is no web address, so nobody could open the link`,
			/:\/\/https?:/.test(address)
				? 'The message was not sent. Set N8N_HOST to the host name alone, without http:// or https:// (N8N_PROTOCOL says which), and restart n8n.'
				: `The message was not sent. Set ${WEBHOOK_URL} to the public address of this n8n with https:// in front, such as https://n8n.example.com/, and restart n8n.`,
		);
	}
	if (!path) return;

	// n8n signs its links with the path, and checks them without (n8n issue 19635).
	throw new InputError(
		`n8n runs under the path ${path}/, where its links for an answer do not work`,
		`The message was not sent. Give n8n its own host name. Or let your proxy pass ${origin}/webhook-waiting/ to n8n as well, and set ${WEBHOOK_URL} to ${origin}/.`,
	);
}

/** Returns the warning about a link that phones cannot open from elsewhere; undefined for any other link. */
export function localLinkWarning(link: string): string | undefined {
	const { origin, hostname } = new URL(link);
	const isLocal = !/[.:]/.test(hostname) || isThisMachine(hostname) || hostname === '0.0.0.0';
	if (!isLocal) return undefined;

	return `The link in the message begins with ${origin}, which phones cannot reach. Set ${WEBHOOK_URL} to the public address of this n8n, and restart n8n.`;
}

/**
 * n8n signs a link for an execution and a node. So in a loop it would take the link of an earlier question for an answer
 * to the present one. That is why the questions of a node are numbered in each execution:
 * - the link holds the number as `q`, which n8n signs too; the first link holds none;
 * - the number of the last question is in n8n's memory of the node, which n8n saves with the execution;
 * - the page answers only for the last number, whatever became of the questions before.
 */
const NUMBER = 'lastQuestion';

/** Counts the next question, and returns its number, from 1. @throws InputError where the page could not read it */
function countQuestion(context: IExecuteFunctions): number {
	const memory = context.getContext('node');
	const number = Number(memory[NUMBER] ?? 0) + 1;
	memory[NUMBER] = number;
	if (isLastQuestion(context, String(number))) return number;

	throw new InputError(
		`No answer could arrive at a node named "${quoteValue(context.getNode().name)}"`,
		'The message was not sent. Rename the node: n8n refuses "}}" and words such as constructor in its expressions.',
	);
}

/** True for the number of the last question, as a page reads it: by an expression, since it has no memory of the node. */
export function isLastQuestion(
	context: Pick<IExecuteFunctions, 'evaluateExpression' | 'getNode'>,
	number: unknown,
): boolean {
	const name = JSON.stringify(context.getNode().name);
	try {
		return String(context.evaluateExpression(`{{ $(${name}).context.${NUMBER} }}`, 0)) === number;
	} catch {
		// n8n refuses some names. Whoever asks finds out before anything is sent.
		return false;
	}
}
