import type { INodeProperties } from 'n8n-workflow';

/** What a field says itself where its kind says the rest; `default` where it is another than usual. */
export type Field = Omit<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>;

/** Returns a field for a text. */
export function textField(field: Field): INodeProperties {
	return { type: 'string', default: '', ...field };
}

/** Returns a notice above the fields. */
export function notice(name: string, displayName: string): INodeProperties {
	return { displayName, name, type: 'notice', default: '' };
}

/** Returns a notice above the fields of what only an Enterprise plan may do (section 5). */
export function enterpriseNotice(what: string): INodeProperties {
	return notice('enterpriseNotice', `${what} requires the provider's Enterprise plan`);
}
