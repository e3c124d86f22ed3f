import type { INodeProperties } from 'n8n-workflow';

/** A notice above the fields of what only an Enterprise plan may do (section 5). */
export function enterpriseNotice(
	what: string,
	displayOptions?: INodeProperties['displayOptions'],
): INodeProperties {
	return {
		displayName: `${what} requires the provider's Enterprise plan`,
		name: 'enterpriseNotice',
		type: 'notice',
		default: '',
		...(displayOptions && { displayOptions }),
	};
}
