import type {
	IDataObject,
	INodeProperties,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { ItemParameters } from '../parameters/itemParameters';
import type { AnswerLink } from './answerLinks';
import { readLink } from './answerLinks';
import { brokenLinkPage, closedPage, decidedPage, failurePage, filledInPage } from './endPages';
import { readFormAnswer } from './formAnswer';
import type { LanguageCode } from './languages';
import { negotiateLanguage } from './languages';
import type { Look } from './layout';
import { readPageSettings } from './pageSettings';
import { approvalPage, formPage } from './pages';
import type { Approval, ApprovalAnswer, Form } from './question';
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
	const language = negotiateLanguage(context.getHeaderData()['accept-language']);
	try {
		return visit(context, fields, language);
	} catch (error) {
		// n8n would take an error for the end of the waiting.
		context.logger.error('A page of Send and Wait for Response could not be shown', { error });
		return show(context, 500, failurePage({ language }));
	}
}

function visit(
	context: IWebhookFunctions,
	fields: INodeProperties[],
	negotiated: LanguageCode,
): IWebhookResponseData {
	const link = readLink(context);
	const parameters = new ItemParameters(
		{ getNodeParameter: (name, _item, fallback) => context.getNodeParameter(name, fallback) },
		0,
		fields,
	);
	const { language = negotiated, css } = readPageSettings(parameters);
	const look = { language, css };
	if (!link.isOpen) return show(context, 410, closedPage(look));
	const question = readQuestion(parameters);
	return question.kind === 'approval'
		? visitApproval(context, question, link, look)
		: visitForm(context, question, look);
}

function visitApproval(
	context: IWebhookFunctions,
	question: Approval,
	link: AnswerLink,
	look: Look,
): IWebhookResponseData {
	const gives = (value: unknown) => (answer: ApprovalAnswer) => String(answer.approved) === value;
	const { approved } = link;
	const answers =
		approved === undefined ? question.answers : question.answers.filter(gives(approved));
	if (answers.length === 0) return show(context, 400, brokenLinkPage(look));
	if (!isAnswer(context)) return show(context, 200, approvalPage(question, answers, look));
	const answer = answers.find(gives(filledIn(context).approved ?? approved));
	return answer
		? goOn(context, { approved: answer.approved }, decidedPage(answer, question.page, look))
		: show(context, 422, approvalPage(question, answers, look, true));
}

function visitForm(context: IWebhookFunctions, question: Form, look: Look): IWebhookResponseData {
	if (!isAnswer(context)) return show(context, 200, formPage(question, look));
	const typed = filledIn(context);
	const { values, problems } = readFormAnswer(question.fields, typed);
	return problems.size > 0
		? show(context, 422, formPage(question, look, typed, problems))
		: goOn(context, values, filledInPage(question, typed, look));
}

function isAnswer(context: IWebhookFunctions): boolean {
	return context.getRequestObject().method === 'POST';
}

/**
 * What the page was sent back with. n8n 2.41 takes a form in multipart/form-data alone, and every n8n
 * gives its fields below `data`; pages of earlier versions of the package come without that.
 */
function filledIn(context: IWebhookFunctions): IDataObject {
	// n8n gives none where nothing was filled in.
	const body = (context.getBodyData() ?? {}) as IDataObject;
	const { data } = body;
	return typeof data === 'object' && data !== null ? (data as IDataObject) : body;
}

/** Ends the waiting: the execution goes on with the answer. */
function goOn(context: IWebhookFunctions, answer: IDataObject, page: string): IWebhookResponseData {
	setHeaders(context);
	// Last, so that no field of a form can pass for it.
	const data = { ...answer, respondedAt: new Date().toISOString() };
	return { webhookResponse: page, workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]] };
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
		// No script runs without a source for it; but where a sandbox forbids them as well, no browser puts
		// the cursor where the page says.
		"sandbox allow-forms allow-scripts; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
	);
	// The address holds the right to answer: it goes into no cache, index or referrer.
	response.setHeader('Cache-Control', 'no-store');
	response.setHeader('Referrer-Policy', 'no-referrer');
	response.setHeader('X-Robots-Tag', 'noindex');
}
