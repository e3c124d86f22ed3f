import type { INodeProperties } from 'n8n-workflow';

/** What a field says itself where its kind says the rest; `default` where it is another than usual. */
export type Field = Omit<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>;

/** Returns a field for a text. */
export function textField(field: Field): INodeProperties {
	return { type: 'string', default: '', ...field };
}

/** What the description of every phone number field ends with. */
const PHONE_FORMAT =
	"With country code, e.g. +12025550123; without one, set 'Default Country' in the options";

/** Returns a field for a phone number that the user types or maps. */
export function phoneField(field: Field): INodeProperties {
	const description = `${field.description}. ${PHONE_FORMAT}.`;
	return textField({ placeholder: 'e.g. +12025550123', ...field, description });
}

/** The field for the recipient of a message. */
export const TO = phoneField({
	displayName: 'To',
	name: 'to',
	required: true,
	description: 'Phone number of the recipient',
});

/** Returns a notice above the fields. */
export function notice(name: string, displayName: string): INodeProperties {
	return { displayName, name, type: 'notice', default: '' };
}

/** Returns a notice above the fields of what only an Enterprise plan may do (section 5). */
export function enterpriseNotice(what: string): INodeProperties {
	return notice('enterpriseNotice', `${what} requires the provider's Enterprise plan`);
}
