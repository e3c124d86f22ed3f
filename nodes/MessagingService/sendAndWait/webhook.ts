import type {
	IDataObject,
	INodeProperties,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { ItemParameters } from '../parameters/itemParameters';
import { isOpen } from './answerLinks';
import { readFormAnswer } from './formAnswer';
import {
	approvalPage,
	brokenLinkPage,
	closedPage,
	failurePage,
	formPage,
	thanksPage,
} from './pages';
import type { Approval, Form } from './question';
import { readQuestion } from './question';

const restart = (httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	// Otherwise n8n would answer with the name of its default, in place of our page.
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

/** Where n8n lets a waiting execution be visited and answered. */
export const webhooks: IWebhookDescription[] = [restart('GET'), restart('POST')];

/** What the editor shows at the node while the execution waits. */
export const WAITING_TOOLTIP =
	'={{ $parameter["operation"] === "sendAndWait" ? "The execution goes on after the recipient\'s answer" : "" }}';

/**
 * Answers a visit of a link that was sent. Opening it (GET) decides nothing, since messengers open links
 * for their previews: it shows a page, whose button (POST) decides.
 * @param fields of the operation, for the names that users see
 */
export function answerVisit(
	context: IWebhookFunctions,
	fields: INodeProperties[],
): IWebhookResponseData {
	try {
		return visit(context, fields);
	} catch (error) {
		// n8n would take an error for the end of the waiting.
		context.logger.error('A page of Send and Wait for Response could not be shown', { error });
		return show(context, 500, failurePage());
	}
}

function visit(context: IWebhookFunctions, fields: INodeProperties[]): IWebhookResponseData {
	const { query } = context.getRequestObject();
	if (!isOpen(context, query.q)) return show(context, 410, closedPage());
	const question = readQuestion(
		new ItemParameters(
			{ getNodeParameter: (name, _item, fallback) => context.getNodeParameter(name, fallback) },
			0,
			fields,
		),
	);
	return question.kind === 'approval'
		? visitApproval(context, question, query.approved)
		: visitForm(context, question);
}

function visitApproval(
	context: IWebhookFunctions,
	question: Approval,
	approved: unknown,
): IWebhookResponseData {
	const label = labelOf(question, approved);
	if (!label) return show(context, 400, brokenLinkPage());
	return isAnswer(context)
		? goOn(context, { approved: approved === 'true' })
		: show(context, 200, approvalPage(question, label));
}

function labelOf({ approveLabel, disapproveLabel }: Approval, approved: unknown) {
	if (approved === 'true') return approveLabel;
	return approved === 'false' ? disapproveLabel : undefined;
}

function visitForm(context: IWebhookFunctions, question: Form): IWebhookResponseData {
	if (!isAnswer(context)) return show(context, 200, formPage(question));
	// n8n gives none where nothing was filled in.
	const body = (context.getBodyData() ?? {}) as IDataObject;
	const { values, problems } = readFormAnswer(question.fields, body);
	return problems.size > 0
		? show(context, 422, formPage(question, body, problems))
		: goOn(context, values);
}

function isAnswer(context: IWebhookFunctions): boolean {
	return context.getRequestObject().method === 'POST';
}

/** Ends the waiting: the execution goes on with the answer. */
function goOn(context: IWebhookFunctions, data: IDataObject): IWebhookResponseData {
	setHeaders(context);
	return {
		webhookResponse: thanksPage(),
		workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]],
	};
}

/** Shows a page; the execution goes on waiting. */
function show(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	setHeaders(context);
	context.getResponseObject().status(status).send(page);
	return { noWebhookResponse: true };
}

function setHeaders(context: IWebhookFunctions): void {
	const response = context.getResponseObject();
	response.setHeader('Content-Type', 'text/html; charset=utf-8');
	response.setHeader(
		'Content-Security-Policy',
		"sandbox allow-forms; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
	);
	// The address holds the right to answer: it goes into no cache, index or referrer.
	response.setHeader('Cache-Control', 'no-store');
	response.setHeader('Referrer-Policy', 'no-referrer');
	response.setHeader('X-Robots-Tag', 'noindex');
}
