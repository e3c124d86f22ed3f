import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isObject, memberOf } from '../object';
import { nodeReader } from '../parameters/source';
import { ignoreMistake, withDefaults } from './form/onMistake';
import { negotiateLanguage } from './languages';
import { targetOfLink } from './lastQuestion';
import { type PageOptions, readPageOptions } from './page/pageOptions';
import { closedPage, failurePage, POLICY, questionPage, thanksPage } from './page/pages';
import { type Question, questionOfLink, readSentQuestion } from './question';
import { readSubmission } from './submission';

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

/**
 * Answers a visit of a link that was sent. Opening it (GET) decides nothing, since messengers open links
 * for their previews: it shows a page, whose button (POST) decides.
 */
export function answerVisit(context: IWebhookFunctions): IWebhookResponseData {
	setHeaders(context);
	const language = negotiateLanguage(context.getHeaderData()['accept-language']);
	try {
		const read = withDefaults(nodeReader(context), ignoreMistake);
		return visit(context, readPageOptions(read, language));
	} catch (error) {
		// n8n would take an error for the end of the waiting.
		context.logger.error('A page of Send and Wait for Response could not be shown', { error });
		return show(context, 500, failurePage({ language }));
	}
}

function visit(context: IWebhookFunctions, options: PageOptions): IWebhookResponseData {
	const target = targetOfLink(context);
	if (target === 'closed') return show(context, 410, closedPage(options));
	if (target === 'unknown') {
		context.logger.error('n8n keeps no record of the question that a link leads to');
		return show(context, 500, failurePage(options));
	}

	const request = context.getRequestObject();
	const question = questionOfLink(readSentQuestion(nodeReader(context)), request.query.approved);
	if (request.method !== 'POST') return show(context, 200, questionPage(question, options));

	const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
	if (!isForm) return show(context, 415, questionPage(question, options));

	return take(context, options, question);
}

/** Takes the answer that a page was sent back with, or shows the page again. */
function take(
	context: IWebhookFunctions,
	options: PageOptions,
	question: Question,
): IWebhookResponseData {
	const submission = readSubmission(question, fieldsOf(context.getBodyData()));
	if (!submission.values) return show(context, 422, questionPage(question, options, submission));

	// Last, so that no field of a form can replace it.
	const data = { ...submission.values, respondedAt: new Date().toISOString() };
	return {
		webhookResponse: thanksPage(submission, options),
		workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]],
	};
}

/** Returns the fields of a form. n8n puts them into `data`, and gives no body at all where nothing was filled in. */
function fieldsOf(body: unknown): Record<string, unknown> {
	const data = memberOf(body, 'data');
	return isObject(data) ? { ...data } : {};
}

/** Shows a page; the execution goes on waiting. */
function show(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	context.getResponseObject().status(status).send(page);
	return { noWebhookResponse: true };
}

function setHeaders(context: IWebhookFunctions): void {
	const response = context.getResponseObject();
	response.setHeader('Content-Type', 'text/html; charset=utf-8');
	// Where a sandbox forbids scripts, no browser puts the cursor where the page says.
	const sandbox = 'sandbox allow-forms allow-scripts';
	// In a sandbox, WebKit takes 'self' for nobody where a proxy adds a policy of its own.
	const formAction = `form-action 'self' ${new URL(context.getRestApiUrl()).origin}`;
	response.setHeader(
		'Content-Security-Policy',
		`${sandbox}; ${POLICY}; ${formAction}; frame-ancestors 'none'`,
	);
	// The address holds the right to answer: it goes into no cache, index or referrer.
	response.setHeader('Cache-Control', 'no-store');
	response.setHeader('Referrer-Policy', 'no-referrer');
	response.setHeader('X-Robots-Tag', 'noindex');
}
