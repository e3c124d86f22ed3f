import type { Answer } from './answer';
import { labelOf } from './fieldElements';
import { html } from './html';
import { textsOf } from './languages';
import { type Look, page, WRITTEN } from './layout';
import type { Question } from './question';

/** Returns the page after an answer, which says what was recorded, but for passwords and hidden fields. */
export function thanksPage({ page: own }: Question, answer: Answer, look: Look): string {
	const texts = textsOf(look);
	const { completionTitle: written, completionMessage: message } = own;
	const { decision, filled } = answer;
	const pressed = decision?.label;
	const recorded = filled.flatMap(({ field, typed }) => {
		const values = typed.map((value) => html`<dd><bdi lang="">${value}</bdi></dd>`);
		return ['password', 'hiddenField'].includes(field.type) || values.length === 0
			? []
			: [html`<dt>${labelOf(field, texts)}</dt>`, ...values];
	});
	return page(
		look,
		{ own: texts.thanks, written },
		html`${decision && html`<p>${decision.approved ? texts.approved : texts.declined}</p>`}
			${pressed && html`<p>${texts.answer}: <bdi lang="">${pressed}</bdi></p>`}
			<p>${texts.recorded}</p>
			${recorded.length > 0 ? html`<dl>${recorded}</dl>` : undefined}
			${message ? html`<p ${WRITTEN}>${message}</p>` : html`<p>${texts.close}</p>`}`,
	);
}

/** Returns the page of a question that cannot be answered any more. */
export function closedPage(look: Look): string {
	const { closed, closedWhy, unchanged } = textsOf(look);
	return page(look, { own: closed }, html`<p>${closedWhy} ${unchanged}</p>`);
}

/** Returns the page where the workflow does not give what the page is made of. */
export function failurePage(look: Look): string {
	const { failed, unchanged } = textsOf(look);
	return page(look, { own: failed }, html`<p>${unchanged}</p>`);
}
