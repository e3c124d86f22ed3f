import type { FormField } from './formField';
import type { Html } from './html';
import { attributes, html } from './html';
import type { Texts } from './languages';

/** A field of a form as it is shown. */
export interface ShownField {
	field: FormField;
	/** What it holds. */
	typed: string[];
	/** What is wrong with that. */
	problem?: keyof Texts;
	/** Whether the page opens with the cursor in it. */
	autofocus: boolean;
}

/** Returns the label of a field: that of the workflow's author, or one in the language of the page. */
export function labelOf({ label }: FormField, texts: Texts): Html {
	return typeof label === 'string' ? html`<bdi lang="">${label}</bdi>` : html`${texts[label.own]}`;
}

/** Returns what is wrong with an answer, in the language of the page. */
export function problemText(problem: keyof Texts, texts: Texts, field?: FormField): string {
	const { least = 0, most = 0 } = field?.limit ?? {};
	return texts[problem].replace('#', least === most ? `${most}` : `${least}–${most}`);
}

/** Returns a field with its label, and with what is wrong with it, or else how many choices it takes. */
export function fieldElement(shown: ShownField, texts: Texts): Html | undefined {
	const { field, problem } = shown;
	if (field.type === 'hiddenField') return undefined;
	const optional = field.required ? undefined : html` (${texts.optional})`;
	const label = html`${labelOf(field, texts)}${optional}`;
	const said = noteOf(shown);
	const own = attributes({ id: noteId(shown), class: problem ? 'problem' : 'note' });
	const note = said && html`<p ${own}>${problemText(said, texts, field)}</p>`;
	if (field.type === 'checkbox' || field.type === 'radio') {
		return html`<fieldset class="field" ${groupAttributes(shown)}>
			<legend>${label}</legend>
			${field.choices.map((_, index) => choiceElement(shown, index))}${note}
		</fieldset> `;
	}
	return html`<div class="field">
		<label class="above" for="${field.key}">${label}</label> ${inputElement(shown, texts)}${note}
	</div> `;
}

const noteOf = ({ field, problem }: ShownField) => problem ?? (field.limit && 'choiceCount');

const noteId = (shown: ShownField) => noteOf(shown) && `${shown.field.key}-note`;

function groupAttributes(shown: ShownField): Html {
	const { type, required } = shown.field;
	const isRadio = type === 'radio';
	return attributes({
		'aria-describedby': noteId(shown),
		// Of checkboxes these would say that every single one is required, and wrong.
		role: isRadio ? 'radiogroup' : undefined,
		'aria-required': isRadio && required ? 'true' : undefined,
		'aria-invalid': isRadio && shown.problem ? 'true' : undefined,
	});
}

function choiceElement({ field, typed, autofocus }: ShownField, index: number): Html {
	const { key, type, choices } = field;
	const value = choices[index];
	const own = attributes({
		type,
		// The list of problems leads to the first.
		id: index === 0 ? key : undefined,
		name: key,
		value,
		checked: typed.includes(value),
		autofocus: autofocus && index === 0,
	});
	return html`<label class="choice"><input ${own} /><bdi lang="">${value}</bdi></label> `;
}

function inputElement(shown: ShownField, texts: Texts): Html {
	const { key, type, required, placeholder, choices, multiple } = shown.field;
	const common = {
		class: 'wide',
		id: key,
		name: key,
		placeholder,
		dir: 'auto',
		autofocus: shown.autofocus,
		// "required" would let the browser ask for it, in words of its own and without the list of problems.
		'aria-required': required ? 'true' : undefined,
		'aria-invalid': shown.problem ? 'true' : undefined,
		'aria-describedby': noteId(shown),
	};
	const { typed } = shown;
	const [text = ''] = typed;
	if (type === 'textarea') {
		// The first line break in a text area is none of its text.
		return html`<textarea ${attributes(common)}>${`\n${text}`}</textarea>`;
	}
	if (type !== 'dropdown') {
		const value = type === 'password' ? undefined : text;
		const step = type === 'number' ? 'any' : undefined;
		return html`<input ${attributes({ type, ...common, step, value })} />`;
	}
	const options = choices.map(
		(choice) =>
			html`<option ${attributes({ value: choice, selected: typed.includes(choice) })}>
				${choice}
			</option>`,
	);
	const none = multiple ? undefined : html`<option value="">${texts.choose}</option>`;
	return html`<select ${attributes({ ...common, multiple })}>
		${none}${options}
	</select>`;
}
