import type { IExecuteFunctions, INode } from 'n8n-workflow';

/** True where the node runs as a tool of an AI agent. n8n makes such a variant of each node, and ends its type so. */
export function isAgentTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** True where the node asks a person before an AI agent may use a tool. n8n ends the type of such a variant so. */
export function isReview({ type }: INode): boolean {
	return type.endsWith('HitlTool');
}

/** Engine 2.0 numbers executions by UUIDs, the first engine by whole numbers. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** True where n8n's Engine 2.0 runs the node: it cannot wait. */
export function isEngine2(context: Pick<IExecuteFunctions, 'getExecutionId'>): boolean {
	return UUID.test(context.getExecutionId());
}

/** The names and addresses that every machine has for itself, as a URL has them. */
const THIS_MACHINE = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/;

/** True for a host that is the machine itself. @param hostname as a URL has it */
export const isThisMachine = (hostname: string) => THIS_MACHINE.test(hostname);
