import type { Read } from '../../parameters/parameter';
import { ASKING_RULES } from '../../recipients/recipient';
import { answerLink, localLinkWarning } from '../../sendAndWait/answerLink';
import { LANGUAGES } from '../../sendAndWait/languages';
import { countQuestion } from '../../sendAndWait/lastQuestion';
import { PAGE_OPTIONS, readPageOptions } from '../../sendAndWait/page/pageOptions';
import { labelOf, readQuestion, RESPONSE_PARAMETERS } from '../../sendAndWait/question';
import { LIMIT_WAIT_TIME, readWaitLimit } from '../../sendAndWait/waitLimit';
import { sendText } from '../../service/messages';
import { MESSAGE_OPTIONS, messageParameters } from '../messageParameters';
import { type Operation, sending } from '../operation';
import { ASKING_TOOL } from '../agentTexts';

const { fields, recipient, readMessage } = messageParameters({ isQuestion: true });

/** message.sendAndWait: POST /send/text (section 4.1 of docs/service.md), then the execution waits for the answer. */
export const sendAndWait: Operation = {
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	subtitle: 'Send {channel} and Wait',
	description: 'Send a message and wait for response',
	effect: 'sends',
	toolNotice: ASKING_TOOL,
	fields: [...fields, ...RESPONSE_PARAMETERS],
	options: [LIMIT_WAIT_TIME, ...PAGE_OPTIONS, ...MESSAGE_OPTIONS],
	rules: ASKING_RULES,
	recipient,
	// n8n lets an execution wait once at a time.
	oneItemOnly: {
		reason: 'can wait for one answer at a time',
		nextStep:
			'None of these items was sent. Put "Loop Over Items" (batch size 1) before this node to ask for each item, or turn on "Execute Once" in its settings to ask for the first item only. Ignore n8n\'s note that this action runs only once: this node drops no items.',
	},
	prepare(read, context) {
		const link = answerLink(context);
		const { body, message } = readMessage(read, (text) => withLink(text, read, link));
		const waitTill = readWaitLimit(read, context);
		return {
			...sending(message),
			hint: localLinkWarning(link),
			run: async (service) => {
				countQuestion(context);
				const answer = await sendText(service, body);
				await context.putExecutionToWait(waitTill);
				return answer;
			},
		};
	},
};

/** Says in the message how to answer: by one link, after what it is for. */
function withLink(message: string, read: Read, link: string): string {
	// Whoever reads the text has not asked for a language yet.
	const { language, messageButtonLabel } = readPageOptions(read, 'en');
	const { buttons } = readQuestion(read);

	const texts = LANGUAGES[language];
	const labels = buttons?.map((button) => labelOf(button, texts)).join(' / ');
	return `${message}\n\n${labels ?? messageButtonLabel ?? texts.buttons.respond}: ${link}`;
}
