import type { IExecuteFunctions, IWebhookDescription, IWebhookFunctions } from 'n8n-workflow';

import { InputError, quoteValue } from '../errors';
import { readerOf } from '../fields/reader';
import { showHint } from '../n8n/execution';
import { isCalledInPassing, isEngine2, requireSignature } from '../n8n/undocumented';
import { LANGUAGES, negotiateLanguage } from './languages';
import { type PageOptions, readPageOptions } from './page/pageOptions';
import { closedPage, failurePage, POLICY, questionPage, thanksPage } from './page/pages';
import { outputOf, readAnswer, readQuestion } from './question';

/**
 * n8n signs a link for an execution and a node. So in a loop it would take the link of an earlier question for an answer
 * to the present one. That is why the questions of a node are numbered in each execution:
 * - the link holds the number as `q`, which n8n signs too; the first link holds none;
 * - the number of the last question is in n8n's memory of the node, which n8n saves with the execution;
 * - the page answers only for the last number, whatever became of the questions before.
 *
 * Returns the signed link to the page of the next question, which is short, since each character of a text may cost money; and
 * what begins this question: from then on, no earlier link answers.
 * @throws InputError where no answer could arrive
 */
export function nextQuestion(context: IExecuteFunctions) {
	const address = context.getRestApiUrl();
	if (!ADDRESS.test(address) || !URL.canParse(address)) {
		throw new InputError(
			`A link for an answer does not work below n8n's address "${quoteValue(address)}"`,
			`The message was not sent. Set ${WEBHOOK_URL} to the public address of this n8n with https:// in front and without a path, such as https://n8n.example.com/, and restart n8n. N8N_HOST is the host name alone.`,
		);
	}
	if (isCalledInPassing(context)) {
		throw new InputError(
			'Here an AI agent cannot wait for an answer',
			'The message was not sent. Use an "AI Agent" node of version 3 or newer; over MCP nothing can wait.',
		);
	}
	if (isEngine2(context)) {
		throw new InputError(
			'n8n\'s Engine 2.0 cannot wait for an answer. Remove "engineType" from the workflow\'s settings',
			'The message was not sent. Without the workflow setting "engineType": "v2", n8n uses its first engine, which can wait.',
		);
	}

	const memory = context.getContext('node');
	const number = Number(memory.lastQuestion ?? 0) + 1;
	return {
		link: context.getSignedResumeUrl(number === 1 ? {} : { q: String(number) }),
		begin() {
			requireSignature(context);
			memory.lastQuestion = number;
		},
	};
}

const WEBHOOK_URL = 'N8N_WEBHOOK_URL (in older n8n: WEBHOOK_URL)';

/** An address of n8n with a host and without a path: n8n signs its links with the path, and checks them without. */
const ADDRESS = /^https?:\/\/(?!https?:)[^/:][^/]*\/[^/]*$/;

/** A host that is the machine itself, or one of its own network: a name without a dot. */
const LOCAL_HOST = /^(?:[^.:]+|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/;

/** Warns in the output panel of a link that phones cannot open from elsewhere. */
export function warnOfLocalLink(context: IExecuteFunctions, link: string) {
	const { origin, hostname } = new URL(link);
	if (!LOCAL_HOST.test(hostname)) return;

	showHint(
		context,
		`The link in the message begins with ${origin}, which phones cannot reach. Set ${WEBHOOK_URL} to the public address of this n8n, and restart n8n.`,
		'warning',
	);
}

/** Lets n8n hand visits and answers to a waiting execution. */
export const webhooks = (['GET', 'POST'] as const).map(
	(httpMethod): IWebhookDescription => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		// Otherwise n8n would answer with the name of its default, in place of our page.
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	}),
);

const HEADERS = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'`,
	// The address holds the right to answer: it goes into no cache, index or referrer.
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Robots-Tag': 'noindex',
};

/**
 * Answers a visit of a link that was sent. Opening it (GET) decides nothing, since messengers open links
 * for their previews: it shows a page, whose button (POST) decides.
 */
export function answerVisit(context: IWebhookFunctions) {
	context.getResponseObject().set(HEADERS);
	const language = negotiateLanguage(context.getHeaderData()['accept-language']);

	try {
		return visit(context, readPageOptions(readerOf(context), language));
	} catch (error) {
		// n8n would end the waiting and go on without an answer.
		context.logger.error('A page of Send and Wait for Response could not be shown', { error });
		return show(context, 500, failurePage({ language }));
	}
}

function visit(context: IWebhookFunctions, options: PageOptions) {
	const { method, query } = context.getRequestObject();
	// The link of the first question holds no number.
	if (!isLastQuestion(context, query.q ?? '1')) return show(context, 410, closedPage(options));

	const question = readQuestion(readerOf(context), LANGUAGES[options.language]);
	const isSent = method === 'POST';
	const answer = isSent && readAnswer(question, context.getBodyData());
	if (!answer) return show(context, isSent ? 422 : 200, questionPage(question, options));

	const data = { ...outputOf(answer), respondedAt: new Date().toISOString() };
	return {
		webhookResponse: thanksPage(answer, options),
		workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]],
	};
}

/** True for the number of the last question, as a page reads it: by an expression, since it has no memory of the node. */
function isLastQuestion(context: IWebhookFunctions, number: unknown) {
	// As codes, since n8n refuses some words and brackets in its expressions, in quotation marks too.
	const name = context
		.getNode()
		.name.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	return (
		String(context.evaluateExpression(`{{ $("${name}").context.lastQuestion }}`, 0)) === number
	);
}

/** Shows a page; the execution goes on waiting. */
function show(context: IWebhookFunctions, status: number, page: string) {
	context.getResponseObject().status(status).send(page);
	return { noWebhookResponse: true };
}
