import {
	brokenLinkPage,
	closedPage,
	decidedPage,
	failurePage,
	filledInPage,
} from '../../nodes/MessagingService/sendAndWait/endPages';
import { readFormAnswer } from '../../nodes/MessagingService/sendAndWait/formAnswer';
import type { FormField } from '../../nodes/MessagingService/sendAndWait/formFields';
import { FIELD_TYPES, FREE_TEXT } from '../../nodes/MessagingService/sendAndWait/formFields';
import type { LanguageCode } from '../../nodes/MessagingService/sendAndWait/languages';
import { approvalPage, formPage } from '../../nodes/MessagingService/sendAndWait/pages';
import type { Approval, Form } from '../../nodes/MessagingService/sendAndWait/question';

const page = { completion: {} };

const APPROVAL: Approval = {
	kind: 'approval',
	message: 'Ada asks for a desk lamp ($48).\nIs that all right?',
	answers: [{ approved: true }, { approved: false, label: 'No, thanks' }],
	page,
};

const CHOICES = ['One', 'Two', 'A third one whose label is so long that it takes another line'];

/** A form with a field of every type, required or not. */
const FORM: Form = {
	kind: 'form',
	description: 'Please answer',
	fields: FIELD_TYPES.flatMap(({ name, value: type }) =>
		[true, false].map((required): FormField => {
			const choices = ['checkbox', 'dropdown', 'radio'].includes(type) ? CHOICES : [];
			const key = `field-${type}-${required}`;
			const multiple = type === 'checkbox';
			const placeholder = type === 'text' ? 'e.g. this' : undefined;
			return {
				key,
				name: key,
				label: `${name} ${required}`,
				type,
				required,
				choices,
				multiple,
				placeholder,
			};
		}),
	),
	page,
};

const FREE: Form = { ...FORM, description: 'When can you come?', fields: [FREE_TEXT] };

/** What is typed into every field: wrong in each of them. */
const WRONG = Object.fromEntries(
	FORM.fields.map(({ key, required }) => [key, required ? '' : 'no such thing']),
);

/** What is typed into every field that takes a text. */
const RIGHT = Object.fromEntries(
	FORM.fields.map(({ key, choices }) => [key, choices.length > 0 ? choices.slice(1) : 'Some text']),
);

/** Every page in a language, by what it is. */
export function everyPage(language: LanguageCode): Array<[what: string, page: string]> {
	const look = { language };
	const titled = { ...APPROVAL, page: { ...page, title: 'Lamps' } };
	const { problems } = readFormAnswer(FORM.fields, WRONG);
	return [
		['the page of an approval', approvalPage(APPROVAL, APPROVAL.answers, look)],
		['the page of an approval by an older link', approvalPage(titled, [{ approved: true }], look)],
		['the page of an approval without an answer', approvalPage(titled, titled.answers, look, true)],
		['the page of a form', formPage(FORM, look)],
		['the page of a form with problems', formPage(FORM, look, WRONG, problems)],
		['the page of a free text', formPage(FREE, look)],
		['the page after an approval', decidedPage({ approved: true }, page, look)],
		['the page after a refusal', decidedPage({ approved: false, label: 'No' }, page, look)],
		['the page after a form', filledInPage(FORM, RIGHT, look)],
		['the page after a free text', filledInPage(FREE, { text: 'At 7\nor 8' }, look)],
		['the page of a closed question', closedPage(look)],
		['the page of a broken link', brokenLinkPage(look)],
		['the page of a failure', failurePage(look)],
	];
}
