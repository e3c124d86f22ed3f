import type { FormField } from './formField';
import { attributes, type Html, html } from './html';
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
	if (type === 'hiddenField') return undefined;
	const said = noteOn(field, texts);
	const noteId = said && `${key}-note`;
	const own = attributes({ id: noteId, class: problem ? 'problem' : 'note' });
	const note = said && html`<p ${own}>${said}</p>`;
	const optional = required ? undefined : html` (${texts.optional})`;
	const label = html`${labelOf(field, texts)}${optional}`;
	const state = {
		'aria-describedby': noteId,
		// "required" would let the browser ask for it, in words of its own and without the list of problems.
		'aria-required': required ? 'true' : undefined,
		'aria-invalid': problem ? 'true' : undefined,
	};
	if (type === 'checkbox' || type === 'radio') {
		const group = attributes(
			// Of checkboxes the state would say that every single one is required, and wrong.
			type === 'radio' ? { role: 'radiogroup', ...state } : { 'aria-describedby': noteId },
		);
		return html`<fieldset class="field" ${group}>
			<legend>${label}</legend>
			${choiceElements(field, autofocus)}${note}
		</fieldset> `;
	}
	const input = inputElement(field, { autofocus, ...state }, texts);
	return html`<div class="field">
		<label class="above" for="${key}">${label}</label> ${input}${note}
	</div> `;
}

function choiceElements({ key, type, choices, typed }: FormField, autofocus: boolean): Html[] {
	return choices.map((value, index) => {
		// The list of problems leads to the first.
		const first = index === 0 ? { id: key, autofocus } : {};
		const own = attributes({ type, ...first, name: key, value, checked: typed.includes(value) });
		return html`<label class="choice"><input ${own} /><bdi lang="">${value}</bdi></label> `;
	});
}

function inputElement(
	{ key, type, placeholder, choices, multiple, typed }: FormField,
	state: Parameters<typeof attributes>[0],
	texts: Texts,
): Html {
	const common = { class: 'wide', id: key, name: key, placeholder, dir: 'auto', ...state };
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
