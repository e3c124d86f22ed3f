import { type Answer, DECISION, type FilledField } from './answer';
import { fieldElement, labelOf, problemText } from './fieldElements';
import { attributes, type Html, html } from './html';
import { type Texts, textsOf } from './languages';
import { type Look, page, WRITTEN } from './layout';
import { labelOfAnswer, type Question } from './question';

/**
 * Returns the page of a question. Its form has no action, so that it goes to the address of its page, which holds
 * the signature.
 * @param answer that cannot be taken yet: the page comes back with what was typed, and what is wrong with it
 */
export function questionPage(question: Question, look: Look, answer?: Answer): string {
	const texts = textsOf(look);
	const { responseFormTitle: written, responseFormDescription } = question.page;
	// Where Response Type is an expression, n8n also hands over what only a form has.
	const text = (!question.answers && responseFormDescription) || question.message;
	const filled: FilledField[] =
		answer?.filled ?? question.fields.map((field) => ({ field, typed: field.initial }));
	const first = filled.find(({ problem }) => problem);
	const fields = filled.map((field) => fieldElement(field, field === first, texts));
	return page(
		look,
		{ own: texts.question, written, before: answer && `${texts.problems}: ` },
		html`${answer && problemList(question, answer, texts)}
			<p ${WRITTEN}>${text}</p>
			<form method="post" enctype="multipart/form-data">
				${fields}
				<div class="buttons">${buttons(question, texts)}</div>
			</form>
			${question.answers && html`<p class="note">${texts.undecided}</p>`}`,
	);
}

function buttons({ answers, page: own }: Question, texts: Texts): Html | Html[] {
	if (!answers) {
		const label = own.responseFormButtonLabel ?? texts.submit;
		return html`<button type="submit"><bdi>${label}</bdi></button>`;
	}
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
function problemList({ answers }: Question, { filled, decision }: Answer, texts: Texts): Html {
	const entry = (key: string, ...problem: Array<string | Html>) =>
		html`<li><a href="#${key}">${problem}</a></li> `;
	const ofFields = filled.flatMap(({ field, problem }) =>
		problem
			? [entry(field.key, labelOf(field, texts), ': ', problemText(problem, texts, field))]
			: [],
	);
	const isUndecided = answers && !decision;
	return html`<div class="problems" role="alert">
		<h2>${texts.problems}</h2>
		<ul>
			${ofFields}${isUndecided ? entry(DECISION, texts.missingChoice) : undefined}
		</ul>
	</div>`;
}
