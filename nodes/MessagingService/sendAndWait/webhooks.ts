import type { IWebhookDescription } from 'n8n-workflow';

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
