import { readSubmission } from '../../nodes/MessagingService/sendAndWait/submission';
import { FIELD_TYPES } from '../../nodes/MessagingService/sendAndWait/form/fieldTypes';
import type { FieldType, FormField } from '../../nodes/MessagingService/sendAndWait/form/formField';
import type { LanguageCode } from '../../nodes/MessagingService/sendAndWait/languages';
import {
	closedPage,
	failurePage,
	questionPage,
	thanksPage,
} from '../../nodes/MessagingService/sendAndWait/page/pages';
import type { Question } from '../../nodes/MessagingService/sendAndWait/question';
import { COMMENT, FREE_TEXT } from '../../nodes/MessagingService/sendAndWait/question';

const APPROVAL: Question = {
	message: 'Ada asks for a desk lamp ($48).\nIs that all right?',
	fields: [],
	answers: [{ approved: true }, { approved: false, label: 'No, thanks' }],
};

const COMMENTED: Question = { ...APPROVAL, fields: [COMMENT] };

const CHOICES = ['One', 'Two', 'A third one whose label is so long that it takes another line'];

/** A form with a field of every type, required or not; of its checkboxes so many can be chosen. */
const FORM: Question = {
	message: 'Please answer',
	fields: Object.entries<FieldType>(FIELD_TYPES).flatMap(([value, type]) =>
		[true, false].map((required): FormField => {
			const { name, settings, isMultiple = false } = type;
			const key = `field-${value}-${required}`;
			return {
				key,
				name: key,
				label: `${name} ${required}`,
				type,
				required,
				choices: settings.includes('fieldOptions') ? CHOICES : [],
				multiple: isMultiple,
				limit: isMultiple ? { least: 1, most: 2 } : undefined,
				placeholder: settings.includes('placeholder') ? 'e.g. this' : undefined,
				initial: ['textarea', 'hiddenField'].includes(value) ? ['As before'] : [],
			};
		}),
	),
};

const FREE: Question = { ...FORM, message: 'When can you come?', fields: [FREE_TEXT] };

/** What is typed into every field: wrong in each of them. */
const WRONG = Object.fromEntries(
	FORM.fields.map(({ key, required }) => [key, required ? '' : 'wrong '.repeat(2000)]),
);

/** What is typed into every field that takes a text. */
const RIGHT = Object.fromEntries(
	FORM.fields.map(({ key, choices }) => [key, choices.length > 0 ? choices.slice(1) : 'Some text']),
);

/** Letters of both directions, markup, and more lines than the field shows. */
const LONG = 'No <b>lamp</b>, נורה or مصباح!\n'.repeat(165);

/** Every page in a language, by what it is. */
export function everyPage(language: LanguageCode): Array<[what: string, page: string]> {
	const look = { language };
	const titled = { ...look, responseFormTitle: 'Lamps' };
	const again = (question: Question, typed: Record<string, unknown>, settings = look) =>
		questionPage(question, settings, readSubmission(question, typed));
	const thanks = (question: Question, typed: Record<string, unknown>) =>
		thanksPage(readSubmission(question, typed), look);

	return [
		['the page of an approval', questionPage(APPROVAL, look)],
		['the page of an approval with a comment', questionPage(COMMENTED, titled)],
		['the page of an approval without an answer', again(COMMENTED, { comment: LONG }, titled)],
		[
			'the page of an approval whose comment is too long',
			again(COMMENTED, { comment: LONG + LONG }, titled),
		],
		['the page of a form', questionPage(FORM, look)],
		['the page of a form with problems', again(FORM, WRONG)],
		['the page of a free text', questionPage(FREE, look)],
		['the page after an approval', thanks(APPROVAL, { approved: 'true' })],
		['the page after a refusal', thanks(COMMENTED, { approved: 'false', comment: LONG })],
		['the page after a form', thanks(FORM, RIGHT)],
		['the page after a free text', thanks(FREE, { text: 'At 7\nor 8' })],
		['the page of a closed question', closedPage(look)],
		['the page of a failure', failurePage(look)],
	];
}
