import type { INodePropertyOptions } from 'n8n-workflow';

import { messageFields } from './message/send';
import type { Resource } from './operation';

const CHANNEL = messageFields.find(({ name }) => name === 'channel');
const CHANNEL_NAMES = Object.fromEntries(
	(CHANNEL?.options as INodePropertyOptions[]).map(({ value, name }) => [value, name]),
);

/**
 * Gives the expression by which n8n shows what a node does below its name: the operation in words, with
 * the channel. A channel that is an expression of its own is a "message".
 */
export function nodeSubtitle(resources: Resource[]): string {
	const subtitles = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => [`${value}.${operation.value}`, operation.subtitle] as const),
	);
	const subtitle = `${JSON.stringify(Object.fromEntries(subtitles))}[$parameter.resource + "." + $parameter.operation]`;
	const channel = `${JSON.stringify(CHANNEL_NAMES)}[$rawParameter.channel]`;
	return `={{ (${subtitle} || "").replace("{channel}", ${channel} || "message") }}`;
}
