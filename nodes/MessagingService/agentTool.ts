import type { INode } from 'n8n-workflow';

/** Tells whether the node runs as a tool of an AI agent. n8n makes such a variant of each node, and ends its type so. */
export function isAgentTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}
