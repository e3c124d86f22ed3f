import type { INode } from 'n8n-workflow';

import { nodeError as shownError, type NodeError } from './nodeError';
import { Secrets } from './secrets';

export { InputError } from './inputError';
export { ServiceError } from './serviceError';

/** Returns the error that n8n shows for what a node without items has thrown. */
export const nodeError = (node: INode, error: unknown): NodeError =>
	shownError({ node, secrets: new Secrets() }, error);
