import type { INode } from 'n8n-workflow';

/** True where the node runs as a tool of an AI agent. n8n makes such a variant of each node, and ends its type so. */
export function isAgentTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** True where the node asks a person before an AI agent may use a tool. n8n ends the type of such a variant so. */
export function isReview({ type }: INode): boolean {
	return type.endsWith('HitlTool');
}
