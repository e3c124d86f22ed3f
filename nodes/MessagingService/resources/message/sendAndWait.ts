import { ALLOWED_COUNTRIES, recipient } from '../../parameters/allowedCountries';
import { DEFAULT_COUNTRY, optionalPhone } from '../../parameters/phoneNumber';
import { AskedQuestion } from '../../sendAndWait/answerLinks';
import type { Question } from '../../sendAndWait/question';
import { PAGE_OPTIONS, readQuestion, responseFields } from '../../sendAndWait/question';
import { LIMIT_WAIT_TIME, readWaitLimit } from '../../sendAndWait/waitLimit';
import type { Operation } from '../operation';
import { FALLBACK, messageFields, readMessage } from './send';

/** message.sendAndWait: POST /send/text (section 4.1), then the execution waits for the answer. */
export const sendAndWait: Operation = {
	// n8n checks the signature of the links, and makes the human-approval tool, by this value.
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	subtitle: 'Send {channel} and wait',
	description: 'Send a message with a link by which the recipient answers, and wait for the answer',
	fields: [...messageFields, ...responseFields],
	options: [ALLOWED_COUNTRIES, DEFAULT_COUNTRY, FALLBACK, LIMIT_WAIT_TIME, ...PAGE_OPTIONS],
	// n8n lets an execution wait once at a time.
	oneItemOnly: {
		reason: 'can wait for one answer at a time',
		wayOut:
			'Nothing was sent. To ask one after the other, put a "Loop Over Items" node with a batch size of 1 before this node and lead this node\'s output back to it. To ask only for the first item, turn on "Execute Once" in the settings of this node.',
	},
	prepare(parameters, context) {
		const asked = new AskedQuestion(context);
		const body = readMessage(parameters, (name) =>
			name === 'to' ? recipient(parameters, name) : optionalPhone(parameters, name),
		);
		const message = withLinks(body.message, readQuestion(parameters), (query) => asked.link(query));
		const waitTill = readWaitLimit(parameters, asked.timezone);
		return {
			lane: body.to,
			run: async (service) => await service.sendText({ ...body, message }),
			conclude: async () => await asked.wait(waitTill),
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
