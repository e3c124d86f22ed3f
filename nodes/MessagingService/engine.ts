import type { IExecuteFunctions } from 'n8n-workflow';

/** Engine 2.0 numbers executions by UUIDs, the first engine by whole numbers. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** True where n8n's Engine 2.0 runs the node: it cannot wait. */
export function isEngine2(context: Pick<IExecuteFunctions, 'getExecutionId'>): boolean {
	return UUID.test(context.getExecutionId());
}
