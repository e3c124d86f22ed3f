import { type Answer, DECISION } from '../answer';
import type { FormField } from '../form/formField';
import { type ApprovalAnswer, labelOfAnswer, type Question } from '../question';
import { fieldElement, labelOf, noteOn } from './fieldElements';
import { attributes, type Html, html } from './html';
import { LANGUAGES, type Texts } from './languages';
import { page, WRITTEN } from './layout';
import type { PageSettings } from './settings';

/**
 * Returns the page of a question. Its form has no action, so that it goes to the address of its page, which holds
 * the signature.
 * @param answer that cannot be taken yet: the page comes back with what was typed, and what is wrong with it
 */
export function questionPage(question: Question, settings: PageSettings, answer?: Answer): string {
	const { message, answers } = question;
	const { responseFormTitle: written, responseFormDescription, responseFormButtonLabel } = settings;
	const texts = LANGUAGES[settings.language];
	// Where Response Type is an expression, n8n also hands over what only a form has.
	const text = (!answers && responseFormDescription) || message;
	const { fields } = answer ?? question;
	const first = fields.find(({ problem }) => problem);
	const elements = fields.map((field) => fieldElement(field, field === first, texts));
	const submit = responseFormButtonLabel ?? texts.buttons.submit;
	const buttons = answers
		? approvalButtons(answers, texts)
		: html`<button type="submit"><bdi>${submit}</bdi></button>`;
	return page(
		settings,
		{ own: texts.question, written, before: answer && `${texts.problems}: ` },
		html`${answer && problemList(question, answer, texts)}
			<p ${WRITTEN}>${text}</p>
			<form method="post" enctype="multipart/form-data">
				${elements}
				<div class="buttons">${buttons}</div>
			</form>
			${answers && html`<p class="note">${texts.undecided}</p>`}`,
	);
}

function approvalButtons(answers: ApprovalAnswer[], texts: Texts): Html[] {
	return answers.map((answer, index) => {
		const own = attributes({
			// The list of problems leads to the first.
			id: index === 0 ? DECISION : undefined,
			name: DECISION,
			value: String(answer.approved),
			class: answer.approved ? undefined : 'other',
		});
		return html`<button type="submit" ${own}>
			<bdi>${labelOfAnswer(answer, texts)}</bdi>
		</button>`;
	});
}

/** Returns the list of all that is wrong, each entry leading to its field. */
function problemList({ answers }: Question, { fields, decision }: Answer, texts: Texts): Html {
	const entry = (key: string, ...problem: Array<string | Html | undefined>) =>
		html`<li><a href="#${key}">${problem}</a></li> `;
	const entryOf = (field: FormField) =>
		entry(field.key, labelOf(field, texts), colonAfter(field.label), noteOn(field, texts));
	const ofFields = fields.filter(({ problem }) => problem).map(entryOf);
	const isUndecided = answers && !decision;
	return html`<div class="problems" role="alert">
		<h2>${texts.problems}</h2>
		<ul>
			${ofFields}${isUndecided ? entry(DECISION, texts.choose) : undefined}
		</ul>
	</div>`;
}

/** Returns the colon after a label; none after a question, or after a colon of the author's own. */
function colonAfter(label: FormField['label']): string {
	return typeof label === 'string' && /\p{P}$/u.test(label) ? ' ' : ': ';
}

/** Returns the page after an answer, which says what was recorded, but for passwords and hidden fields. */
export function thanksPage({ fields, decision }: Answer, settings: PageSettings): string {
	const { completionTitle: written, completionMessage: message } = settings;
	const texts = LANGUAGES[settings.language];
	const pressed = decision?.label;
	const recorded = fields
		.filter(({ type, typed }) => !type.isSecret && typed.length > 0)
		.map((field) => [
			html`<dt>${labelOf(field, texts)}</dt>`,
			...field.typed.map((value) => html`<dd><bdi lang="">${value}</bdi></dd>`),
		]);
	return page(
		settings,
		{ own: texts.thanks, written },
		html`${decision && html`<p>${texts.decided[decision.approved ? 'approve' : 'decline']}</p>`}
			${pressed && html`<p>${texts.labels.answer}: <bdi lang="">${pressed}</bdi></p>`}
			<p>${texts.recorded}</p>
			${recorded.length > 0 ? html`<dl>${recorded}</dl>` : undefined}
			${message && html`<p ${WRITTEN}>${message}</p>`}`,
	);
}

/** Returns the page of a question that cannot be answered any more. */
export function closedPage(settings: PageSettings): string {
	const { closed, closedWhy } = LANGUAGES[settings.language];
	return page(settings, { own: closed }, html`<p>${closedWhy}</p>`);
}

/** Returns the page where the workflow does not give what the page is made of. */
export function failurePage(settings: PageSettings): string {
	return page(settings, { own: LANGUAGES[settings.language].failed }, html``);
}
