import { ALLOWED_COUNTRIES, recipient } from '../../parameters/allowedCountries';
import { DEFAULT_COUNTRY, optionalPhone } from '../../parameters/phoneNumber';
import { AskedQuestion, hintFor } from '../../sendAndWait/answerLinks';
import { textsOf } from '../../sendAndWait/layout';
import { PAGE_OPTIONS } from '../../sendAndWait/pageSettings';
import type { Question } from '../../sendAndWait/question';
import { labelOfAnswer, readQuestion, responseFields } from '../../sendAndWait/question';
import { LIMIT_WAIT_TIME, readWaitLimit } from '../../sendAndWait/waitLimit';
import type { Operation } from '../operation';
import { FALLBACK, readMessage, smsText, textFields } from './send';

/** message.sendAndWait: POST /send/text (section 4.1), then the execution waits for the answer. */
export const sendAndWait: Operation = {
	// n8n checks the signature of the links, and makes the human-approval tool, by this value.
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	subtitle: 'Send {channel} and wait',
	description: 'Send a message with a link by which the recipient answers, and wait for the answer',
	fields: [...textFields, ...responseFields],
	options: [ALLOWED_COUNTRIES, DEFAULT_COUNTRY, FALLBACK, LIMIT_WAIT_TIME, ...PAGE_OPTIONS],
	// n8n lets an execution wait once at a time.
	oneItemOnly: {
		reason: 'can wait for one answer at a time',
		wayOut:
			'Nothing was sent. n8n\'s own nodes ask for the first item alone and drop the others; this one differs on purpose. To ask one after the other, put a "Loop Over Items" node with a batch size of 1 before this node and lead this node\'s output back to it. To ask only for the first item, turn on "Execute Once" in the settings of this node.',
	},
	prepare(parameters, context) {
		const asked = new AskedQuestion(context);
		const body = readMessage(parameters, (name) =>
			name === 'to' ? recipient(parameters, name) : optionalPhone(parameters, name),
		);
		const link = asked.link();
		const asking = { ...body, message: withLink(body.message, readQuestion(parameters), link) };
		const waitTill = readWaitLimit(parameters, asked.timezone);
		return {
			lane: body.to,
			smsText: smsText(asking),
			hint: hintFor(link),
			run: async (service) => {
				const answer = await service.sendText(asking);
				await asked.wait(waitTill);
				return answer;
			},
		};
	},
};

/** Says in the message how to answer: by one link, after what it is for. */
function withLink(message: string, question: Question, link: string): string {
	// Whoever reads the text has not asked for a language yet.
	const texts = textsOf({ language: question.page.language ?? 'en' });
	const label =
		question.kind === 'form'
			? (question.linkLabel ?? texts.respond)
			: question.answers.map((answer) => labelOfAnswer(answer, texts)).join(' / ');
	return `${message}\n\n${label}: ${link}`;
}
