import { typedValues } from './formAnswer';
import { labelOf } from './fieldElements';
import type { Html } from './html';
import { html } from './html';
import type { Texts } from './languages';
import type { Look } from './layout';
import { heading, page, textsOf, WRITTEN } from './layout';
import type { PageSettings } from './pageSettings';
import type { ApprovalAnswer, Form } from './question';

/** The page after an approval or a refusal, which says what was recorded. */
export function decidedPage(
	{ approved, label }: ApprovalAnswer,
	{ completion }: PageSettings,
	look: Look,
): string {
	const texts = textsOf(look);
	const pressed = label && html`<p>${texts.answer}: <bdi lang="">${label}</bdi></p>`;
	return thanksPage(
		html`<p>${approved ? texts.approved : texts.declined}</p>
			${pressed}
			<p>${texts.recorded}</p>`,
		completion,
		look,
	);
}

/** The page after a form, with what was recorded, but for passwords. */
export function filledInPage(
	{ fields, page: { completion } }: Form,
	typed: Record<string, unknown>,
	look: Look,
): string {
	const texts = textsOf(look);
	const recorded = fields.flatMap((field) => {
		const values = typedValues(typed[field.key]).map(
			(value) => html`<dd><bdi lang="">${value}</bdi></dd>`,
		);
		return field.type === 'password' || values.length === 0
			? []
			: [html`<dt>${labelOf(field, texts)}</dt>`, ...values];
	});
	return thanksPage(
		html`<p>${texts.recorded}</p>
			${recorded.length > 0 ? html`<dl>${recorded}</dl>` : undefined}`,
		completion,
		look,
	);
}

function thanksPage(
	recorded: Html,
	{ title, message }: PageSettings['completion'],
	look: Look,
): string {
	const texts = textsOf(look);
	return page(
		look,
		title ?? texts.thanks,
		html`${heading(title, texts.thanks)}${recorded}
		${message ? html`<p ${WRITTEN}>${message}</p>` : html`<p>${texts.close}</p>`}`,
	);
}

/** The page of a question that cannot be answered any more. */
export function closedPage(look: Look): string {
	return nothingDone(look, 'closed', 'closedWhy');
}

/** The page of a link that says nothing that can be understood. */
export function brokenLinkPage(look: Look): string {
	return nothingDone(look, 'broken', 'brokenWhy');
}

/** The page where the workflow does not give what the page is made of. */
export function failurePage(look: Look): string {
	return nothingDone(look, 'failed', 'failedWhy');
}

function nothingDone(look: Look, what: keyof Texts, why: keyof Texts): string {
	const texts = textsOf(look);
	return page(
		look,
		texts[what],
		html`<h1>${texts[what]}</h1>
			<p>${texts[why]} ${texts.unchanged}</p>`,
	);
}
