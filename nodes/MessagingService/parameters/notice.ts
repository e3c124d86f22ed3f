import type { INodeProperties } from 'n8n-workflow';

/** Returns a notice above the fields. */
export function notice(
	name: string,
	displayName: string,
	displayOptions?: INodeProperties['displayOptions'],
): INodeProperties {
	return {
		displayName,
		name,
		type: 'notice',
		default: '',
		...(displayOptions && { displayOptions }),
	};
}

/** Returns a notice above the fields of what only an Enterprise plan may do (section 5). */
export function enterpriseNotice(
	what: string,
	displayOptions?: INodeProperties['displayOptions'],
): INodeProperties {
	const displayName = `${what} requires the provider's Enterprise plan`;
	return notice('enterpriseNotice', displayName, displayOptions);
}
