import { MESSAGE } from '../../fields/messageText';
import { nextQuestion, warnOfLocalLink } from '../../question/webhook';
import { LANGUAGES } from '../../question/languages';
import { PAGE_OPTIONS, readPageOptions } from '../../question/page/pageOptions';
import { readQuestion, RESPONSE_PARAMETERS } from '../../question/question';
import { LIMIT_WAIT_TIME, readWaitTill } from '../../question/waitLimit';
import type { Operation } from '../operation';
import { MESSAGE_FIELDS, MESSAGE_OPTIONS, messageJob, QUESTION_CHANNEL } from './send';

/** message.sendAndWait: POST /send/text (section 4.1 of docs/service.md), then the execution waits for the answer. */
export const sendAndWait: Operation = {
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	description: 'Send a message and wait for response',
	// n8n lets an execution wait once at a time.
	recipients: 'one',
	notice:
		"Each call costs money. Enter 'To' yourself, and set 'Type of Approval' to 'Approve or Decline'.",
	fields: [QUESTION_CHANNEL, ...MESSAGE_FIELDS, ...RESPONSE_PARAMETERS],
	options: [LIMIT_WAIT_TIME, ...PAGE_OPTIONS, ...MESSAGE_OPTIONS],
	prepare(read, context) {
		// The message says how to answer: by one link, after what it is for. Whoever reads it has not asked for a language yet.
		const { link, begin } = nextQuestion(context);
		const { language, messageButtonLabel } = readPageOptions(read, 'en');
		const texts = LANGUAGES[language];
		const { buttons } = readQuestion(read, texts);
		const action =
			buttons?.map(({ label }) => label).join(' / ') ?? messageButtonLabel ?? texts.buttons.respond;
		const text = `${read(MESSAGE)}\n\n${action}: ${link}`;

		const job = messageJob(read, read(QUESTION_CHANNEL), text);
		const waitTill = readWaitTill(read, context);
		return {
			...job,
			perform: async (service) => {
				begin();
				await job.perform(service);
				await context.putExecutionToWait(waitTill);
				warnOfLocalLink(context, link);
				// The answer is the output. While it waits, n8n gives this to the caller of a webhook: nothing of the account.
				return {};
			},
		};
	},
};
