import type { Question } from '../../sendAndWait/question';
import { readQuestion, responseFields } from '../../sendAndWait/question';
import { readWaitLimit } from '../../sendAndWait/waitLimit';
import type { Operation } from '../operation';
import { messageFields, readMessage } from './send';

/** message.sendAndWait: POST /send/text (section 4.1), then the execution waits for the answer. */
export const sendAndWait: Operation = {
	// n8n checks the signature of the links, and makes the human-approval tool, by this value.
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send a message and wait for response',
	description: 'Send a message with a link by which the recipient answers, and wait for the answer',
	fields: [...messageFields, ...responseFields],
	options: [
		'defaultCountry',
		'fallback',
		'limitWaitTime',
		'messageButtonLabel',
		'responseFormTitle',
		'responseFormDescription',
		'responseFormButtonLabel',
	],
	waits: true,
	prepare(parameters, asked) {
		const body = readMessage(parameters);
		const message = withLinks(body.message, readQuestion(parameters), (query) => asked.link(query));
		const waitTill = readWaitLimit(parameters, asked.timezone);
		return {
			lane: body.to,
			waitTill,
			run: async (service) => await service.sendText({ ...body, message }),
		};
	},
};

/** Says in the message how to answer: each link on a line of its own, after what it does. */
function withLinks(
	message: string,
	question: Question,
	link: (query?: Record<string, string>) => string,
): string {
	const answers =
		question.kind === 'form'
			? [`${question.linkLabel}: ${link()}`]
			: [
					`${question.approveLabel}: ${link({ approved: 'true' })}`,
					...(question.disapproveLabel
						? [`${question.disapproveLabel}: ${link({ approved: 'false' })}`]
						: []),
				];
	return [message, ...answers].join('\n\n');
}
