import { fieldElement, labelOf, noteOn } from '../form/fieldElements';
import type { FilledField, FormField } from '../form/formField';
import { Html, html } from '../html';
import { directionOf, LANGUAGES, type Texts } from '../languages';
import { type ApprovalAnswer, labelOfAnswer, type Question, standardLabel } from '../question';
import { DECISION, type Submission } from '../submission';
import type { PageOptions } from './pageOptions';
import { SCRIPT, SCRIPT_SOURCE } from './script';
import { STYLE } from './style';

/** Lets a page load nothing but what it holds itself. n8n replaces the header of the last page, not this policy. */
export const POLICY = [
	"default-src 'none'",
	"style-src 'unsafe-inline'",
	`script-src ${SCRIPT_SOURCE}`,
	'img-src data:',
	"base-uri 'none'",
].join('; ');

/** On an element with a text of the workflow's author: its language is its own, and so is its direction. */
const WRITTEN = { class: 'written', lang: '', dir: 'auto' };

/**
 * Returns the page of a question. Its form has no action, so that it goes to the address of its page, which holds
 * the signature.
 * @param submission that is no answer yet: the page comes back with what was entered, and what is wrong with it
 */
export function questionPage(
	question: Question,
	options: PageOptions,
	submission?: Submission,
): string {
	const { message, answers } = question;
	const { responseFormTitle: written, responseFormDescription } = options;
	const texts = LANGUAGES[options.language];
	// Where Response Type is an expression, n8n also hands over what only a form has.
	const description = answers ? undefined : responseFormDescription;

	const fields = submission ? submission.fields : question.fields.map(asInitially);
	const firstWithProblem = fields.find(({ problem }) => problem);
	const elements = fields.map((field) =>
		fieldElement(field, { autofocus: field === firstWithProblem, texts }),
	);

	const buttons = answers ? approvalButtons(answers, texts) : submitButton(options, texts);
	return page(
		options,
		{ standard: texts.question, written, before: submission && `${texts.problems}: ` },
		html`${submission && problemList(question, submission, texts)}
			<p ${WRITTEN}>${description || message}</p>
			<form method="post" enctype="multipart/form-data">
				${elements}
				<div class="buttons">${buttons}</div>
			</form>
			<p ${{ class: 'note status', role: 'status', 'data-sending': texts.sending }}></p>
			${answers && html`<p class="note">${texts.undecided}</p>`}${SCRIPT_ELEMENT}`,
	);
}

/** Returns a field as a page shows it at first. */
const asInitially = (field: FormField): FilledField => ({ ...field, entered: field.initial });

/** Stands behind the form. Nothing may stand around the script's text: the policy holds its hash. */
const SCRIPT_ELEMENT = new Html(`<script>${SCRIPT}</script>`);

function submitButton({ responseFormButtonLabel }: PageOptions, { buttons }: Texts): Html {
	const label = responseFormButtonLabel ?? buttons.submit;
	return html`<button type="submit"><bdi>${label}</bdi></button>`;
}

function approvalButtons(answers: ApprovalAnswer[], texts: Texts): Html[] {
	return answers.map((answer, index) => {
		const attributes = {
			// The list of problems leads to the first.
			id: index === 0 ? DECISION : undefined,
			name: DECISION,
			value: String(answer.approved),
			class: answer.approved ? undefined : 'other',
		};
		return html`<button type="submit" ${attributes}>
			<bdi>${labelOfAnswer(answer, texts)}</bdi>
		</button>`;
	});
}

/** Returns the list of all that is wrong, each entry leading to its field. */
function problemList({ answers }: Question, { fields, decision }: Submission, texts: Texts): Html {
	const entry = (key: string, ...problem: Array<string | Html | undefined>) =>
		html`<li><a href="#${key}">${problem}</a></li> `;
	const entryOf = (field: FilledField) =>
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
export function thanksPage({ fields, decision }: Submission, options: PageOptions): string {
	const { completionTitle: written, completionMessage: message } = options;
	const texts = LANGUAGES[options.language];

	const recorded = fields
		.filter(({ type, entered }) => !type.isSecret && entered.length > 0)
		.map((field) => [
			html`<dt>${labelOf(field, texts)}</dt>`,
			...field.entered.map((value) => html`<dd><bdi lang="">${value}</bdi></dd>`),
		]);
	return page(
		options,
		{ standard: texts.thanks, written },
		html`${decision && decisionElement(decision, texts)}
			<p>${texts.recorded}</p>
			${recorded.length > 0 ? html`<dl>${recorded}</dl>` : undefined}
			${message && html`<p ${WRITTEN}>${message}</p>`}`,
	);
}

/** Says what was decided, and by which button where the author gave it another label. */
function decisionElement(decision: ApprovalAnswer, texts: Texts): Html {
	const { approved, label } = decision;
	const isStandard = label?.toLowerCase() === standardLabel(decision, texts).toLowerCase();
	const pressed = isStandard ? undefined : label;
	return html`<p>${approved ? texts.decided.approve : texts.decided.decline}</p>
		${pressed && html`<p>${texts.labels.answer}: <bdi lang="">${pressed}</bdi></p>`}`;
}

/** Returns the page of a question that cannot be answered any more. */
export function closedPage(options: PageOptions): string {
	const { closed, closedWhy } = LANGUAGES[options.language];
	return page(options, { standard: closed }, html`<p>${closedWhy}</p>`);
}

/** Returns the page where nobody can tell what is asked, or whether it is open. */
export function failurePage(options: PageOptions): string {
	return page(options, { standard: LANGUAGES[options.language].failed }, html``);
}

/** The heading of a page. */
interface Heading {
	/** Stands there unless the workflow's author has written another one. */
	standard: string;
	written?: string;
	/** Stands before it in the title of the page alone. */
	before?: string;
}

function page(options: PageOptions, { standard, written, before }: Heading, content: Html): string {
	const { language, responseFormCustomCss: css = '' } = options;
	// Nothing ends a style element but its end tag.
	const style = new Html(`${STYLE}${css.replace(/<\//g, '<\\/')}`);

	return html`<!doctype html>
		<html lang="${language}" dir="${directionOf(language)}">
			<head>
				<meta charset="utf-8" />
				<meta http-equiv="Content-Security-Policy" content="${POLICY}" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>${before}${written ?? standard}</title>
				<style>
					${style}
				</style>
			</head>
			<body>
				<main>
					${written ? html`<h1 ${WRITTEN}>${written}</h1>` : html`<h1>${standard}</h1>`}${content}
				</main>
			</body>
		</html> `.source;
}
