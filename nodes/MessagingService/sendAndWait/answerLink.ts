import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { quote } from '../errors/quote';
import { messageOf } from '../errors/thrown';
import { ServiceError } from '../errors/serviceError';
import { isEngine2 } from '../engine';
import { isPublic } from '../privateAddress';
import { nextNumber, startWaiting } from './lastQuestion';

/**
 * Returns a signed link to the page of a question: nothing but n8n's signature and, from the second question of
 * an execution on, its number, since each character of a text may cost money.
 * @throws InputError where this n8n would not accept it
 */
export function answerLink(context: IExecuteFunctions): string {
	refuseEngine2(context);
	refuseSubPath(context);

	const number = nextNumber(context);
	return context.getSignedResumeUrl(number === 1 ? {} : { q: String(number) });
}

/** Makes the link work, and lets the execution wait. @throws ServiceError: the message was sent by then */
export async function waitForAnswer(context: IExecuteFunctions, until: Date): Promise<void> {
	startWaiting(context, until);

	await context.putExecutionToWait(until).catch((error: unknown) => {
		throw new ServiceError('The message was sent, but n8n could not wait for the answer', {
			mayHaveBeenSent: true,
			description: `n8n said: "${quote(messageOf(error))}". The link in the message does not work. Running the workflow again sends another message.`,
		});
	});
}

/** Refuses to ask where the execution could not wait: n8n would say so only after the message is out. */
function refuseEngine2(context: IExecuteFunctions): void {
	if (!isEngine2(context)) return;

	throw new InputError(
		'n8n\'s Engine 2.0 cannot wait for an answer. Remove "engineType" from the workflow\'s settings',
		'The message was not sent. Engine 2.0 is a preview of n8n. Without the workflow setting "engineType": "v2", n8n runs the workflow in its first engine, which can wait.',
	);
}

/**
 * Refuses to send a link that cannot work: under a sub-path, n8n signs it with the path and checks it without
 * (n8n issue 19635). The address of n8n's own interface has the path, whatever its webhooks are called.
 */
function refuseSubPath(context: IExecuteFunctions): void {
	const { origin, pathname } = new URL(context.getRestApiUrl());
	const path = pathname.replace(/[^/]*$/, '');
	if (path === '/') return;

	throw new InputError(
		`n8n runs under the path ${path}, where its links for an answer do not work`,
		`The message was not sent. n8n answers such a link with an error 401 (n8n issue 19635). Give n8n its own host name. Or let your proxy pass ${origin}/webhook-waiting/ to n8n as well, and set N8N_WEBHOOK_URL (in older n8n: WEBHOOK_URL) to ${origin}/.`,
	);
}

/** Warns of a link that was sent and that no phone can open, since it leads to this machine or a private network. */
export function hintFor(link: string): NodeExecutionHint | undefined {
	const { origin, hostname } = new URL(link);
	if (isPublic(hostname)) return undefined;

	return {
		message: `The link in the message begins with ${origin}, which phones cannot reach. Set N8N_WEBHOOK_URL (in older n8n: WEBHOOK_URL) to the public address of this n8n, and restart n8n.`,
		type: 'warning',
		location: 'outputPane',
	};
}
