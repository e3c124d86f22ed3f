import { type Answer, DECISION } from '../answer';
import type { FormField } from '../form/formField';
import { type ApprovalAnswer, labelOfAnswer, type Question } from '../question';
import { fieldElement, labelOf, noteOn } from './fieldElements';
import { Html, html } from './html';
import { directionOf, LANGUAGES, type Texts } from './languages';
import type { PageSettings } from './settings';
import { STYLE } from './style';

/** Lets a page load nothing but what it holds itself. n8n replaces the header of the last page, not this policy. */
export const POLICY =
	"default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'";

/** On an element with a text of the workflow's author: its language is its own, and so is its direction. */
const WRITTEN = { class: 'written', lang: '', dir: 'auto' };

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
		const own = {
			// The list of problems leads to the first.
			id: index === 0 ? DECISION : undefined,
			name: DECISION,
			value: String(answer.approved),
			class: answer.approved ? undefined : 'other',
		};
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

/** The heading of a page in its own words; what the workflow's author has written replaces it. */
interface Heading {
	own: string;
	written?: string;
	/** Stands before it in the title of the page alone. */
	before?: string;
}

function page(settings: PageSettings, { own, written, before }: Heading, content: Html): string {
	const { language, responseFormCustomCss: css = '' } = settings;
	// Nothing ends a style element but its end tag.
	const style = new Html(`${STYLE}${css.replace(/<\//g, '<\\/')}`);
	return html`<!doctype html>
		<html lang="${language}" dir="${directionOf(language)}">
			<head>
				<meta charset="utf-8" />
				<meta http-equiv="Content-Security-Policy" content="${POLICY}" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>${before}${written ?? own}</title>
				<style>
					${style}
				</style>
			</head>
			<body>
				<main>
					${written ? html`<h1 ${WRITTEN}>${written}</h1>` : html`<h1>${own}</h1>`}${content}
				</main>
			</body>
		</html> `.source;
}
