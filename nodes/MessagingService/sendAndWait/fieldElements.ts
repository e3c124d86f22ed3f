import { typedValues } from './formAnswer';
import type { FormField } from './formFields';
import type { Html } from './html';
import { attributes, html } from './html';
import type { Texts } from './languages';

/** A field of a form as it is shown. */
export interface ShownField {
	field: FormField;
	/** What was typed into it already. */
	typed: unknown;
	/** What is wrong with that. */
	problem?: keyof Texts;
	/** Whether the page opens with the cursor in it. */
	autofocus: boolean;
}

/** The label of a field: of the workflow's author, or of a free text. */
export function labelOf({ label }: FormField, texts: Texts): Html {
	return label === undefined ? html`${texts.answer}` : html`<bdi lang="">${label}</bdi>`;
}

/** A field with its label, and with what is wrong with it. */
export function fieldElement(shown: ShownField, texts: Texts): Html {
	const { field, problem } = shown;
	const optional = field.required ? undefined : html` (${texts.optional})`;
	const label = html`${labelOf(field, texts)}${optional}`;
	const note =
		problem &&
		html`<p class="problem" ${attributes({ id: problemId(shown) })}>${texts[problem]}</p>`;
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

const problemId = ({ field, problem }: ShownField) => problem && `${field.key}-problem`;

function groupAttributes(shown: ShownField): Html {
	const { type, required } = shown.field;
	const isRadio = type === 'radio';
	return attributes({
		'aria-describedby': problemId(shown),
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
		checked: typedValues(typed).includes(value),
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
		'aria-describedby': problemId(shown),
	};
	const typed = typedValues(shown.typed);
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
