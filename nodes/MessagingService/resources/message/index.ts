import type { Resource } from '../operation';
import { send } from './send';

/** Messages over every channel. */
export const message: Resource = {
	value: 'message',
	name: 'Message',
	operations: [send],
	defaultOperation: send,
};
