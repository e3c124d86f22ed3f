import { LANGUAGES, type Texts } from '../languages';
import { type Answer, type Button, DECISION, labelOf, type Question } from '../question';
import { SCRIPT, SCRIPT_SOURCE, STYLE } from './assets';
import { Html, html } from './html';
import type { PageOptions } from './pageOptions';

/**
 * Lets a page load nothing but what it holds, and send what is typed to this n8n alone. It is no sandbox, where a browser
 * would leave out the cookie of a proxy's login. n8n replaces the header of the last page, not what stands in it.
 */
export const POLICY = [
	"default-src 'none'",
	"style-src 'unsafe-inline'",
	`script-src ${SCRIPT_SOURCE}`,
	'img-src data:',
	"base-uri 'none'",
	"form-action 'self'",
].join('; ');

/** On an element with a text of the workflow's author: its language is its own, and so is its direction. */
const WRITTEN = html`class="written" lang="" dir="auto"`;

/** Stands behind the form. Nothing may stand around the script's text: the policy holds its hash. */
const SCRIPT_ELEMENT = new Html(`<script>${SCRIPT}</script>`);

/**
 * Returns the page of a question. Its form has no action, so that it goes to the address of its page, which holds
 * the signature.
 * @param isMissing whether the page was sent without an answer
 */
export function questionPage(
	{ message, buttons, field }: Question,
	options: PageOptions,
	{ isMissing = false } = {},
): string {
	const { responseFormTitle, responseFormDescription } = options;
	const texts = LANGUAGES[options.language];
	// Where Response Type is an expression, n8n also hands over what only a free text has.
	const description = buttons ? message : (responseFormDescription ?? message);

	return page(
		options,
		responseFormTitle ?? texts.question,
		html`<p ${WRITTEN}>${description}</p>
			<form method="post">
				${field === 'comment' ? commentField(texts) : undefined}
				${field === 'text' ? textField(texts, isMissing) : undefined}
				<div class="buttons">
					${buttons ? approvalButtons(buttons, texts) : submitButton(options, texts)}
				</div>
			</form>
			<p class="note status" role="status" data-sending="${texts.sending}"></p>
			${buttons && html`<p class="note">${texts.undecided}</p>`}${SCRIPT_ELEMENT}`,
	);
}

function commentField({ labels }: Texts): Html {
	return html`<label for="comment">${labels.comment} (${labels.optional})</label>
		<textarea id="comment" name="comment" dir="auto"></textarea>`;
}

function textField({ labels, missing }: Texts, isMissing: boolean): Html {
	// Spaces alone are an answer to the browser, and come back.
	const state = isMissing
		? html`autofocus aria-invalid="true" aria-describedby="problem"`
		: undefined;
	const problem = isMissing ? html`<p id="problem">${missing}</p>` : undefined;

	return html`<label for="text">${labels.answer}</label>
		<textarea id="text" name="text" dir="auto" required ${state}></textarea>${problem}`;
}

function submitButton({ responseFormButtonLabel }: PageOptions, { buttons }: Texts): Html {
	return html`<button><bdi>${responseFormButtonLabel ?? buttons.submit}</bdi></button>`;
}

function approvalButtons(buttons: Button[], texts: Texts): Html[] {
	return buttons.map((button) => {
		const { approved } = button;
		const other = approved ? undefined : html`class="other"`;
		return html`<button name="${DECISION}" value="${String(approved)}" ${other}>
			<bdi>${labelOf(button, texts)}</bdi>
		</button>`;
	});
}

/** Returns the page after an answer, which says what was recorded. */
export function thanksPage({ button, text }: Answer, options: PageOptions): string {
	const texts = LANGUAGES[options.language];
	const { answer, comment } = texts.labels;
	const typed =
		text &&
		html`<dl>
			<dt>${button ? comment : answer}</dt>
			<dd><bdi lang="">${text}</bdi></dd>
		</dl>`;

	return page(
		options,
		texts.thanks,
		html`${button && decisionElement(button, texts)}
			<p>${texts.recorded}</p>
			${typed}`,
	);
}

/** Says what was decided, and by which button where the author named it. */
function decisionElement({ approved, label }: Button, { decided, labels }: Texts): Html {
	return html`<p>${approved ? decided.approve : decided.decline}</p>
		${label && html`<p>${labels.answer}: <bdi lang="">${label}</bdi></p>`}`;
}

/** Returns the page of a question that cannot be answered any more. */
export function closedPage(options: PageOptions): string {
	const { closed, closedWhy } = LANGUAGES[options.language];
	return page(options, closed, html`<p>${closedWhy}</p>`);
}

/** Returns the page in place of one that could not be made. */
export function failurePage(options: PageOptions): string {
	return page(options, LANGUAGES[options.language].failed);
}

function page(options: PageOptions, title: string, content?: Html): string {
	const { language, responseFormTitle, responseFormCustomCss: css = '' } = options;
	const isWritten = title === responseFormTitle;
	// Nothing ends a style element but its end tag.
	const style = new Html(`${STYLE}${css.replace(/<\//g, '<\\/')}`);

	return html`<!doctype html>
		<html lang="${language}" dir="${LANGUAGES[language].direction}">
			<head>
				<meta charset="utf-8" />
				<meta http-equiv="Content-Security-Policy" content="${POLICY}" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
				<title>${title}</title>
				<style>
					${style}
				</style>
			</head>
			<body>
				<main>
					<h1 ${isWritten ? WRITTEN : undefined}>${title}</h1>
					${content}
				</main>
			</body>
		</html> `.source;
}
