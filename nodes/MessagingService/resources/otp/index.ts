import type { Resource } from '../operation';
import { send } from './send';
import { verify } from './verify';

/** One-time passwords. */
export const otp: Resource = {
	value: 'otp',
	name: 'One-Time Password (OTP)',
	operations: [send, verify],
	defaultOperation: send,
};
