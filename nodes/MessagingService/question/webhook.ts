import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { nodeReader } from '../fields/reader';
import { isLastQuestion } from './answerLink';
import { negotiateLanguage } from './languages';
import { type PageOptions, readPageOptions } from './page/pageOptions';
import { closedPage, failurePage, POLICY, questionPage, thanksPage } from './page/pages';
import { outputOf, readAnswer, readQuestion } from './question';

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
export function answerVisit(context: IWebhookFunctions): IWebhookResponseData {
	context.getResponseObject().set(HEADERS);
	const language = negotiateLanguage(context.getHeaderData()['accept-language']);

	try {
		return visit(context, readPageOptions(nodeReader(context), language));
	} catch (error) {
		// n8n would end the waiting and go on without an answer.
		context.logger.error('A page of Send and Wait for Response could not be shown', { error });
		return show(context, 500, failurePage({ language }));
	}
}

function visit(context: IWebhookFunctions, options: PageOptions): IWebhookResponseData {
	const { method, query } = context.getRequestObject();
	// The link of the first question holds no number.
	if (!isLastQuestion(context, query.q ?? '1')) return show(context, 410, closedPage(options));

	const question = readQuestion(nodeReader(context));
	const isSent = method === 'POST';
	const answer = isSent && readAnswer(question, context.getBodyData());
	if (!answer) return show(context, isSent ? 422 : 200, questionPage(question, options));

	const data = { ...outputOf(answer), respondedAt: new Date().toISOString() };
	return {
		webhookResponse: thanksPage(answer, options),
		workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]],
	};
}

/** Shows a page; the execution goes on waiting. */
function show(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	context.getResponseObject().status(status).send(page);
	return { noWebhookResponse: true };
}
