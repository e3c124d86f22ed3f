import type { Resource } from '../operation';
import { send } from './send';
import { sendAndWait } from './sendAndWait';

/** Messages over every channel. */
export const message: Resource = {
	value: 'message',
	name: 'Message',
	operations: [send, sendAndWait],
	defaultOperation: send,
};
