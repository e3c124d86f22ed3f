import { html, raw } from 'hono/html';

import { LANGUAGES } from '../languages';
import { type Answer, DECISION, MAX_ANSWER, type Question } from '../question';
import { SCRIPT, SCRIPT_SOURCE, STYLE } from './assets';
import type { PageOptions } from './pageOptions';

/**
 * Lets a page load nothing but what it holds, and send what is typed to this n8n alone. It is no sandbox, where a browser
 * would leave out the cookie of a proxy's login. n8n replaces the header of the last page, not what stands in it.
 */
export const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src ${SCRIPT_SOURCE}; base-uri 'none'; form-action 'self'`;

/** On an element with a text of the workflow's author: its language is its own, and so is its direction. */
const WRITTEN = html`class="written" lang="" dir="auto"`;

/** Stands behind the form. Nothing may stand around the script's text: the policy holds its hash. */
const SCRIPT_ELEMENT = raw(`<script>${SCRIPT}</script>`);

/**
 * Returns the page of a question. Its form has no action, so that it goes to the address of its page, which holds
 * the signature.
 */
export function questionPage({ message, buttons, field }: Question, options: PageOptions) {
	const { responseFormTitle, responseFormDescription, responseFormButtonLabel } = options;
	const texts = LANGUAGES[options.language];
	const { labels } = texts;

	const input =
		field &&
		html`<label for="typed">${buttons ? labels.optionalComment : labels.answer}</label>
			<textarea
				id="typed"
				name="${field}"
				maxlength="${MAX_ANSWER}"
				dir="auto"
				${!buttons && 'required'}
			></textarea>`;
	const decisions = buttons?.map(
		({ approved, label }) =>
			html`<button name="${DECISION}" value="${String(approved)}">
				<bdi>${label}</bdi>
			</button>`,
	);
	const submit = html`<button>
		<bdi>${responseFormButtonLabel ?? texts.buttons.submit}</bdi>
	</button>`;

	return page(
		options,
		responseFormTitle ?? texts.question,
		html`<p ${WRITTEN}>${responseFormDescription ?? message}</p>
			<form method="post">
				${input}
				<div class="buttons">${decisions ?? submit}</div>
			</form>
			<p class="note status" role="status" data-sending="${texts.sending}"></p>
			${buttons && html`<p class="note">${texts.undecided}</p>`}${SCRIPT_ELEMENT}`,
	);
}

/** Returns the page after an answer: the button that was pressed, and what was typed. */
export function thanksPage({ button, text }: Answer, options: PageOptions) {
	const { thanks, recorded, labels } = LANGUAGES[options.language];

	return page(
		options,
		thanks,
		html`<p>${recorded}</p>
			<dl>
				${listed(labels.answer, button?.label ?? text)}
				${button && text && listed(labels.comment, text)}
			</dl>`,
	);
}

/** Returns an entry of a list with what somebody wrote. */
const listed = (label: string, written?: string) =>
	html`<dt>${label}</dt>
		<dd><bdi lang="">${written}</bdi></dd>`;

/** Returns the page of a question that cannot be answered any more. */
export function closedPage(options: PageOptions) {
	const { closed, closedWhy } = LANGUAGES[options.language];
	return page(options, closed, html`<p>${closedWhy}</p>`);
}

/** Returns the page in place of one that could not be made. */
export const failurePage = (options: PageOptions) =>
	page(options, LANGUAGES[options.language].failed);

const page = (
	{ language, responseFormTitle }: PageOptions,
	title: string,
	content?: ReturnType<typeof html>,
) =>
	html`<!doctype html>
		<html lang="${language}" dir="${LANGUAGES[language].direction}">
			<head>
				<meta charset="utf-8" />
				<meta http-equiv="Content-Security-Policy" content="${POLICY}" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
				<title>${title}</title>
				<style>
					${raw(STYLE)}
				</style>
			</head>
			<body>
				<main>
					<h1 ${title === responseFormTitle && WRITTEN}>${title}</h1>
					${content}
				</main>
			</body>
		</html> `.toString();
