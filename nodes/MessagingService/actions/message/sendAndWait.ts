import { MESSAGE } from '../../fields/messageText';
import type { Read } from '../../fields/parameter';
import { answerLink, localLinkWarning } from '../../question/webhook';
import { LANGUAGES } from '../../question/languages';
import { PAGE_OPTIONS, readPageOptions } from '../../question/page/pageOptions';
import { readQuestion, RESPONSE_PARAMETERS } from '../../question/question';
import { LIMIT_WAIT_TIME, readWaitTill } from '../../question/waitLimit';
import { ASKING_RULES } from '../../recipients/recipient';
import { SEND_TEXT } from '../../service/messages';
import type { Operation } from '../operation';
import {
	MESSAGE_FIELDS,
	MESSAGE_OPTIONS,
	QUESTION_CHANNEL,
	readMessage,
	TO,
} from './messageFields';

/** message.sendAndWait: POST /send/text (section 4.1 of docs/service.md), then the execution waits for the answer. */
export const sendAndWait: Operation = {
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	description: 'Send a message and wait for response',
	recipient: TO,
	rules: ASKING_RULES,
	toolNotice:
		"Each call costs money. Enter 'To' yourself, and set 'Type of Approval' to 'Approve or Decline'.",
	// n8n lets an execution wait once at a time.
	asksOnePerson: true,
	fields: [QUESTION_CHANNEL, ...MESSAGE_FIELDS, ...RESPONSE_PARAMETERS],
	options: [LIMIT_WAIT_TIME, ...PAGE_OPTIONS, ...MESSAGE_OPTIONS],
	prepare(read, context) {
		const link = answerLink(context);
		const { body, message } = readMessage(read, read(QUESTION_CHANNEL), textWith(link, read));
		const waitTill = readWaitTill(read, context);
		return {
			message,
			hint: localLinkWarning(link),
			carryOut: async (service) => {
				const response = await service.request(SEND_TEXT, { target: body.to, body });
				await context.putExecutionToWait(waitTill);
				return response;
			},
		};
	},
};

/** Returns the text of the message, which says how to answer: by one link, after what it is for. @throws InputError */
function textWith(link: string, read: Read): string {
	// Whoever reads the text has not asked for a language yet.
	const { language, messageButtonLabel } = readPageOptions(read, 'en');
	const texts = LANGUAGES[language];
	const { buttons } = readQuestion(read, texts);
	const labels = buttons?.map(({ label }) => label).join(' / ');
	return `${read(MESSAGE)}\n\n${labels ?? messageButtonLabel ?? texts.buttons.respond}: ${link}`;
}
