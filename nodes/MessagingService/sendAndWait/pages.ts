import type { ShownField } from './fieldElements';
import { fieldElement, labelOf } from './fieldElements';
import type { Html } from './html';
import { attributes, html } from './html';
import type { Texts } from './languages';
import type { Look } from './layout';
import { heading, page, textsOf, WRITTEN } from './layout';
import type { Approval, ApprovalAnswer, Form } from './question';
import { labelOfAnswer } from './question';

// A form without an action goes to the address of its page, which holds the signature.

/**
 * The page on which an approval is given or refused: its buttons decide.
 * @param answers that can be given here
 * @param refused whether the page was sent back without any
 */
export function approvalPage(
	{ message, page: { title } }: Approval,
	answers: ApprovalAnswer[],
	look: Look,
	refused = false,
): string {
	const texts = textsOf(look);
	const problem = refused
		? html`<p class="problem" role="alert">${texts.missingChoice}</p>`
		: undefined;
	const buttons = answers.map((answer) => {
		const own = attributes({
			name: 'approved',
			value: String(answer.approved),
			class: answer.approved ? undefined : 'other',
		});
		return html`<button type="submit" ${own}>
			<bdi>${labelOfAnswer(answer, texts)}</bdi>
		</button>`;
	});
	return page(
		look,
		documentTitle(title, texts, refused),
		html`${heading(title, texts.question)}
			<p ${WRITTEN}>${message}</p>
			${problem}
			<form method="post" enctype="multipart/form-data">
				<div class="buttons">${buttons}</div>
			</form>
			<p class="note">${texts.undecided}</p>`,
	);
}

/** The page of a form, with what was typed already and what is wrong with it. */
export function formPage(
	{ description, buttonLabel, fields, page: { title } }: Form,
	look: Look,
	typed: Record<string, unknown> = {},
	problems = new Map<string, keyof Texts>(),
): string {
	const texts = textsOf(look);
	const [firstProblem] = problems.keys();
	const shown = fields.map((field) => ({
		field,
		typed: typed[field.key],
		problem: problems.get(field.key),
		autofocus: field.key === firstProblem,
	}));
	return page(
		look,
		documentTitle(title, texts, problems.size > 0),
		html`${heading(title, texts.question)}${problems.size > 0
				? problemList(shown, texts)
				: undefined}
			<p ${WRITTEN}>${description}</p>
			<form method="post" enctype="multipart/form-data">
				${shown.map((field) => fieldElement(field, texts))}
				<button type="submit"><bdi>${buttonLabel ?? texts.submit}</bdi></button>
			</form>`,
	);
}

function documentTitle(title: string | undefined, texts: Texts, refused: boolean): string {
	const plain = title ?? texts.question;
	return refused ? `${texts.error}: ${plain}` : plain;
}

/** All that is wrong, each with the way to its field. */
function problemList(fields: ShownField[], texts: Texts): Html {
	const entries = fields.map(
		({ field, problem }) =>
			problem &&
			html`<li>
				<a href="#${field.key}">${labelOf(field, texts)}: ${texts[problem]}</a>
			</li>`,
	);
	return html`<div class="problems" role="alert">
		<h2>${texts.problems}</h2>
		<ul>
			${entries}
		</ul>
	</div>`;
}
