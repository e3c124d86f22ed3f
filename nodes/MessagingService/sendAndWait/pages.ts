import { typedValues } from './formAnswer';
import type { FormField } from './formFields';
import type { Html } from './html';
import { html } from './html';
import { page } from './layout';
import type { Approval, Form } from './question';

// A form without an action goes to the address of its page, which holds the signature.

/** The page on which an approval is given or refused: its button decides. */
export function approvalPage({ message }: Approval, label: string): string {
	return page(
		label,
		html`<h1>Your answer is needed</h1>
			<p>${message}</p>
			<form method="post">
				<button type="submit">${label}</button>
			</form>
			<p class="note">Nothing is decided until you press the button.</p>`,
	);
}

/** The page of a form, with what was typed already and what is wrong with it. */
export function formPage(
	{ title = 'Your answer is needed', description, buttonLabel, fields }: Form,
	typed: Record<string, unknown> = {},
	problems = new Map<string, string>(),
): string {
	return page(
		title,
		html`<h1>${title}</h1>
			<p>${description}</p>
			<form method="post">
				${fields.map((field) =>
					element(field, typedValues(typed[field.key]), problems.get(field.key)),
				)}
				<button type="submit">${buttonLabel}</button>
			</form>`,
	);
}

/** The page after an answer. */
export function thanksPage(): string {
	return page(
		'Thank you',
		html`<h1>Thank you</h1>
			<p>Your answer was recorded. You can close this page.</p>`,
	);
}

/** The page of a question that cannot be answered any more. */
export function closedPage(): string {
	return page(
		'No answer needed',
		html`<h1>No answer needed any more</h1>
			<p>
				This question was answered already, or the time for an answer is over. Nothing was changed.
			</p>`,
	);
}

/** The page of a link that says nothing that can be understood. */
export function brokenLinkPage(): string {
	return page(
		'Link not complete',
		html`<h1>This link is not complete</h1>
			<p>Open the whole link from the message that you got. Nothing was changed.</p>`,
	);
}

/** The page where the workflow does not give what the page is made of. */
export function failurePage(): string {
	return page(
		'Not to be answered now',
		html`<h1>This cannot be answered now</h1>
			<p>
				The page could not be made. Please tell whoever sent you the message. Nothing was changed.
			</p>`,
	);
}

function element(field: FormField, typed: string[], problem?: string): Html {
	const note = problem && html`<p class="problem" id="${field.key}-problem">${problem}</p>`;
	const label = field.required ? field.label : `${field.label} (optional)`;
	if (field.type === 'checkbox' || field.type === 'radio') {
		return html`<fieldset>
			<legend>${label}</legend>
			${field.choices.map((choice) => choiceElement(field, choice, typed.includes(choice)))}${note}
		</fieldset> `;
	}
	return html`<div class="field">
		<label class="above" for="${field.key}">${label}</label> ${inputElement(
			field,
			typed,
			problem,
		)}${note}
	</div> `;
}

function choiceElement({ key, type, required }: FormField, choice: string, chosen: boolean): Html {
	// Of checkboxes, "required" would ask for every single one.
	const must = required && type === 'radio';
	return html`<label class="choice"
		><input
			type="${type}"
			name="${key}"
			value="${choice}"
			${flag('checked', chosen)}${flag('required', must)}
		/>
		${choice}</label
	> `;
}

function inputElement(field: FormField, typed: string[], problem?: string): Html {
	const { key, type, required, placeholder, choices, multiple } = field;
	const common = html`class="wide" id="${key}"
	name="${key}"${flag('required', required)}${problem &&
	html` aria-invalid="true" aria-describedby="${key}-problem"`}${placeholder &&
	html` placeholder="${placeholder}"`}`;
	const [text = ''] = typed;
	if (type === 'textarea') return html`<textarea ${common}>${text}</textarea>`;
	if (type !== 'dropdown') {
		const step = type === 'number' ? html` step="any"` : undefined;
		return html`<input type="${type}" ${common}${step} value="${text}" />`;
	}
	const options = choices.map(
		(choice) => html`<option${flag('selected', typed.includes(choice))}>${choice}</option>`,
	);
	const none = multiple ? undefined : html`<option value="">Please choose</option>`;
	return html`<select ${common}${flag('multiple', multiple)}>
		${none}${options}
	</select>`;
}

function flag(name: string, set: boolean): string {
	return set ? ` ${name}` : '';
}
