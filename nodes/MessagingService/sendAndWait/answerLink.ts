import type { IExecuteFunctions } from 'n8n-workflow';

import { isEngine2, isThisMachine } from '../host/runtime';
import { InputError } from '../errors';
import { nextNumber } from './lastQuestion';

/**
 * Returns the signed link to the page of the next question. It is short, since each character of a text may cost money.
 * @throws InputError where no answer could arrive
 */
export function answerLink(context: IExecuteFunctions): string {
	refuseEngine2(context);
	refuseSubPath(context);

	requireSignature(context);
	const number = nextNumber(context);
	return context.getSignedResumeUrl(number === 1 ? {} : { q: String(number) });
}

/** Lets n8n 1 refuse a link whose signature is wrong. Newer versions do so always, and have no such method any more. */
function requireSignature(
	context: IExecuteFunctions & { setSignatureValidationRequired?: () => void },
): void {
	context.setSignatureValidationRequired?.();
}

/** Refuses to ask where the execution cannot wait: n8n says so only after the message was sent. */
function refuseEngine2(context: IExecuteFunctions): void {
	if (!isEngine2(context)) return;

	throw new InputError(
		'n8n\'s Engine 2.0 cannot wait for an answer. Remove "engineType" from the workflow\'s settings',
		'The message was not sent. Without the workflow setting "engineType": "v2", n8n uses its first engine, which can wait.',
	);
}

/** Refuses a link that cannot work: below a path, n8n signs it with the path and checks it without (n8n issue 19635). */
function refuseSubPath(context: IExecuteFunctions): void {
	const { origin, pathname } = new URL(context.getRestApiUrl());
	const path = pathname.replace(/[^/]*$/, '');
	if (path === '/') return;

	throw new InputError(
		`n8n runs under the path ${path}, where its links for an answer do not work`,
		`The message was not sent. Give n8n its own host name. Or let your proxy pass ${origin}/webhook-waiting/ to n8n as well, and set N8N_WEBHOOK_URL (in older n8n: WEBHOOK_URL) to ${origin}/.`,
	);
}

/** Returns the warning about a link that leads to the machine that opens it; undefined for any other link. */
export function localLinkWarning(link: string): string | undefined {
	const { origin, hostname } = new URL(link);
	if (!isThisMachine(hostname)) return undefined;

	return `The link in the message begins with ${origin}, which phones cannot reach. Set N8N_WEBHOOK_URL (in older n8n: WEBHOOK_URL) to the public address of this n8n, and restart n8n.`;
}
