import type { Resource } from '../operation';
import { generate } from './generate';
import { generateAndSend } from './generateAndSend';

/** Message intents. */
export const intent: Resource = {
	value: 'intent',
	name: 'Message Intent',
	operations: [generate, generateAndSend],
	defaultOperation: generate,
};
