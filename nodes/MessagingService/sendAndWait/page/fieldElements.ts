import type { FieldFrame, FieldType, FormField } from '../form/formField';
import { type Attributes, attributes, type Html, html } from './html';
import type { Texts } from './languages';

/** Returns the label of a field: that of the workflow's author, or one in the language of the page. */
export function labelOf({ label }: FormField, texts: Texts): Html {
	return typeof label === 'string' ? html`<bdi lang="">${label}</bdi>` : html`${texts[label.own]}`;
}

/** Returns what is wrong with a field, or else how many choices it takes, if that is limited. */
export function noteOn({ limit, problem }: FormField, texts: Texts): string | undefined {
	const { least = 0, most = 0 } = limit ?? {};
	const said = problem ?? (limit && 'choiceCount');
	return said && texts[said].replace('#', least === most ? `${most}` : `${least}–${most}`);
}

/** Returns a field with its label and the note on it. */
export function fieldElement(field: FormField, autofocus: boolean, texts: Texts): Html | undefined {
	const { key, type, required, problem } = field;
	const said = noteOn(field, texts);
	const noteId = said && `${key}-note`;
	const own = attributes({ id: noteId, class: problem ? 'problem' : 'note' });
	const optional = required ? undefined : html` (${texts.optional})`;
	return type.show?.(field, {
		label: html`${labelOf(field, texts)}${optional}`,
		note: said ? html`<p ${own}>${said}</p>` : undefined,
		state: {
			'aria-describedby': noteId,
			// "required" would let the browser ask for it, in words of its own and without the list of problems.
			'aria-required': required ? 'true' : undefined,
			'aria-invalid': problem ? 'true' : undefined,
		},
		autofocus,
		texts,
	});
}

type Show = NonNullable<FieldType['show']>;

/** Returns what shows a line to type into, of a type that HTML knows. */
export function input(type: string, more: Attributes = {}): Show {
	return (field, frame) => {
		const value = field.type.isSecret ? undefined : (field.typed[0] ?? '');
		const own = attributes({ type, ...attributesOf(field, frame), ...more, value });
		return labelled(field, frame, html`<input ${own} />`);
	};
}

/** Shows an area to type several lines into. */
export function textarea(field: FormField, frame: FieldFrame): Html {
	const own = attributes(attributesOf(field, frame));
	// The first line break in a text area is none of its text.
	return labelled(field, frame, html`<textarea ${own}>${`\n${field.typed[0] ?? ''}`}</textarea>`);
}

/** Shows a list to choose from. */
export function dropdown(field: FormField, frame: FieldFrame): Html {
	const { choices, multiple, typed } = field;
	const options = choices.map(
		(choice) =>
			html`<option ${attributes({ value: choice, selected: typed.includes(choice) })}>
				${choice}
			</option>`,
	);
	const none = multiple ? undefined : html`<option value="">${frame.texts.choose}</option>`;
	const own = attributes({ ...attributesOf(field, frame), multiple });
	return labelled(
		field,
		frame,
		html`<select ${own}>
			${none}${options}
		</select>`,
	);
}

/** Returns what shows an element for each choice. */
export function choices(type: 'checkbox' | 'radio'): Show {
	return ({ key, choices, typed }, { label, note, state, autofocus }) => {
		const elements = choices.map((value, index) => {
			// The list of problems leads to the first.
			const first = index === 0 ? { id: key, autofocus } : {};
			const own = attributes({ type, ...first, name: key, value, checked: typed.includes(value) });
			return html`<label class="choice"><input ${own} /><bdi lang="">${value}</bdi></label> `;
		});
		const group = attributes(
			// Of checkboxes the state would say that every single one is required, and wrong.
			type === 'radio'
				? { role: 'radiogroup', ...state }
				: { 'aria-describedby': state['aria-describedby'] },
		);
		return html`<fieldset class="field" ${group}>
			<legend>${label}</legend>
			${elements}${note}
		</fieldset> `;
	};
}

function attributesOf({ key, placeholder }: FormField, { autofocus, state }: FieldFrame) {
	return { class: 'wide', id: key, name: key, placeholder, dir: 'auto', autofocus, ...state };
}

function labelled({ key }: FormField, { label, note }: FieldFrame, element: Html): Html {
	return html`<div class="field">
		<label class="above" for="${key}">${label}</label> ${element}${note}
	</div> `;
}
