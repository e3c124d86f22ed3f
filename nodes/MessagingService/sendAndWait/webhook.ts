import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { nodeReader } from '../parameters/source';
import { readAnswer } from './answer';
import { leadsToOpenQuestion } from './answerLinks';
import { type LanguageCode, negotiateLanguage } from './page/languages';
import { closedPage, failurePage, POLICY, questionPage, thanksPage } from './page/pages';
import { readPageSettings } from './page/settings';
import { readQuestion } from './question';

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
		return visit(context, language);
	} catch (error) {
		// n8n would take an error for the end of the waiting.
		context.logger.error('A page of Send and Wait for Response could not be shown', { error });
		return show(context, 500, failurePage({ language }));
	}
}

function visit(context: IWebhookFunctions, negotiated: LanguageCode): IWebhookResponseData {
	const read = nodeReader(context);
	const settings = readPageSettings(read, negotiated);
	if (!leadsToOpenQuestion(context)) return show(context, 410, closedPage(settings));
	const question = readQuestion(read);
	if (context.getRequestObject().method !== 'POST') {
		return show(context, 200, questionPage(question, settings));
	}
	// n8n gives the fields of a form below `data`, and no body at all where nothing was filled in.
	const typed = context.getBodyData()?.data as Record<string, unknown> | null | undefined;
	const answer = readAnswer(question, typed ?? {});
	if (!answer.values) return show(context, 422, questionPage(question, settings, answer));
	// Last, so that no field of a form can pass for it.
	const data = { ...answer.values, respondedAt: new Date().toISOString() };
	return {
		webhookResponse: thanksPage(answer, settings),
		workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]],
	};
}

/** Shows a page; the execution goes on waiting. */
function show(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	context.getResponseObject().status(status).send(page);
	return { noWebhookResponse: true };
}

function setHeaders(context: IWebhookFunctions): void {
	const response = context.getResponseObject();
	response.setHeader('Content-Type', 'text/html; charset=utf-8');
	// No script runs without a source for it; but where a sandbox forbids them as well, no browser puts
	// the cursor where the page says.
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
