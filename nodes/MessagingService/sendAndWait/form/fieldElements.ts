import { type Attributes, type Html, html } from '../html';
import type { Texts } from '../languages';
import type { FieldType, FilledField, FormField, Problem } from './formField';

/** Returns the label of a field: that of the workflow's author, or one in the language of the page. */
export function labelOf({ label }: FormField, texts: Texts): Html | string {
	return typeof label === 'string'
		? html`<bdi lang="">${label}</bdi>`
		: texts.labels[label.standard];
}

/** Returns the error of a field, or else how many choices it takes, if that is limited. */
export function noteOn({ limit, problem }: FilledField, texts: Texts): string | undefined {
	if (!limit) return problem && textOf(problem, texts);

	const { least, most } = limit;
	const count = least === most ? `${most}` : `${least}–${most}`;
	return textOf(problem ?? 'choiceCount', texts).replace('#', count);
}

/** Returns the words for a mistake. Those of the heading serve for what no browser sends. */
const textOf = (problem: Problem, texts: Texts) =>
	problem === 'invalid' ? texts.problems : texts[problem];

/** Returns a field with its label and the note on it; nothing of a hidden field. */
export function fieldElement(
	field: FilledField,
	{ autofocus, texts }: { autofocus: boolean; texts: Texts },
): Html | undefined {
	const { key, type, required, problem } = field;
	if (!type.show) return undefined;

	const said = noteOn(field, texts);
	const noteId = said && `${key}-note`;
	const note = said && html`<p ${{ id: noteId, class: problem ? 'problem' : 'note' }}>${said}</p>`;
	const optional = required ? undefined : html` (${texts.labels.optional})`;
	const label = html`${labelOf(field, texts)}${optional}`;

	const state = {
		'aria-describedby': noteId,
		// "required" would let the browser ask for it, in words of its own and without the list of problems.
		'aria-required': required ? 'true' : undefined,
		'aria-invalid': problem ? 'true' : undefined,
	};

	if (!type.isGroup) {
		const input = type.show(field, { autofocus, ...state }, texts);
		return html`<div class="field">
			<label class="above" for="${key}">${label}</label> ${input}${note}
		</div> `;
	}

	// On a group of checkboxes, the state would say that every single one is required, and wrong.
	const group = field.multiple ? { 'aria-describedby': noteId } : { role: 'radiogroup', ...state };
	return html`<fieldset class="field" ${group}>
		<legend>${label}</legend>
		${type.show(field, { autofocus }, texts)}${note}
	</fieldset> `;
}

type Show = NonNullable<FieldType['show']>;

/** Makes a line to type into, of a type that HTML knows. */
export function input(type: string, more: Attributes = {}): Show {
	return (field, state) => {
		const value = field.type.isSecret ? undefined : (field.entered[0] ?? '');
		return html`<input ${{ type, ...attributesOf(field, state), ...more, value }} />`;
	};
}

/** Shows an area to type several lines into. */
export const textarea: Show = (field, state) => {
	// The first line break in a text area is none of its text.
	const text = `\n${field.entered[0] ?? ''}`;
	return html`<textarea ${attributesOf(field, state)}>${text}</textarea>`;
};

/** Shows a list to choose from. */
export const dropdown: Show = (field, state, texts) => {
	const { choices, multiple, entered } = field;
	const options = choices.map(
		(choice) =>
			html`<option ${{ value: choice, selected: entered.includes(choice) }}>${choice}</option>`,
	);
	const none = multiple ? undefined : html`<option value="">${texts.choose}</option>`;
	return html`<select ${{ ...attributesOf(field, state), multiple }}>
		${none}${options}
	</select>`;
};

/** Makes an element for each choice. */
export function choices(type: 'checkbox' | 'radio'): Show {
	return ({ key, choices, entered }, { autofocus }) =>
		html`${choices.map((value, index) => {
			// The list of problems leads to the first.
			const first = index === 0 ? { id: key, autofocus } : {};
			const checked = entered.includes(value);
			const box = { type, ...first, name: key, value, checked };
			return html`<label class="choice"><input ${box} /><bdi lang="">${value}</bdi></label> `;
		})}`;
}

function attributesOf({ key, placeholder }: FormField, state: Attributes): Attributes {
	return { class: 'wide', id: key, name: key, placeholder, dir: 'auto', ...state };
}
