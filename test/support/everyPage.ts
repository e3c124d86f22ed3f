import { readAnswer } from '../../nodes/MessagingService/question/question';
import type { LanguageCode } from '../../nodes/MessagingService/question/languages';
import {
	closedPage,
	failurePage,
	questionPage,
	thanksPage,
} from '../../nodes/MessagingService/question/page/pages';
import type { Question } from '../../nodes/MessagingService/question/question';

const APPROVAL: Question = {
	message: 'Ada asks for a desk lamp ($48).\nIs that all right?',
	buttons: [{ approved: true }, { approved: false, label: 'No, thanks' }],
};

const COMMENTED: Question = { ...APPROVAL, field: 'comment' };

const FREE: Question = { message: 'When can you come?', field: 'text' };

/** Letters of both directions, markup, and more lines than the field shows. */
const LONG = 'No <b>lamp</b>, נורה or مصباح!\n'.repeat(165);

/** Every page in a language, by what it is. */
export function everyPage(language: LanguageCode): Array<[what: string, page: string]> {
	const look = { language };
	const titled = { ...look, responseFormTitle: 'Lamps' };
	const thanks = (question: Question, typed: Record<string, string>) => {
		const answer = readAnswer(question, typed);
		if (!answer) throw new Error('This is no answer');
		return thanksPage(answer, look);
	};

	return [
		['the page of an approval', questionPage(APPROVAL, look)],
		['the page of an approval with a comment', questionPage(COMMENTED, titled)],
		['the page of a free text', questionPage(FREE, look)],
		['the page after an approval', thanks(APPROVAL, { approved: 'true' })],
		['the page after a refusal', thanks(COMMENTED, { approved: 'false', comment: LONG })],
		['the page after a free text', thanks(FREE, { text: 'At 7\nor 8' })],
		['the page of a closed question', closedPage(look)],
		['the page of a failure', failurePage(look)],
	];
}
