import { generate } from './intent/generate';
import { generateAndSend } from './intent/generateAndSend';
import { adopt } from './lease/adopt';
import { adoptFirstAvailable } from './lease/adoptFirstAvailable';
import { getAll } from './lease/getAll';
import { getStatus } from './lease/getStatus';
import { relinquish } from './lease/relinquish';
import { send } from './message/send';
import { sendAndWait } from './message/sendAndWait';
import type { Operation, Resource } from './operation';
import { send as sendOtp } from './otp/send';
import { verify } from './otp/verify';

/** The registry: every resource with its operations, as the panel lists them. All else derives from it. */
export const RESOURCES: Resource[] = [
	{
		value: 'message',
		name: 'Message',
		operations: [send, sendAndWait],
	},
	{
		value: 'intent',
		name: 'Message Intent',
		enterprise: 'Generating message intents',
		operations: [generate, generateAndSend],
	},
	{
		value: 'lease',
		name: 'Number Lease',
		enterprise: 'Leasing numbers',
		operations: [adopt, adoptFirstAvailable, getAll, getStatus, relinquish],
		// The others that come first cost money.
		defaultOperation: getAll,
	},
	{
		value: 'otp',
		name: 'One-Time Password (OTP)',
		operations: [sendOtp, verify],
	},
];

/** Returns an operation by the values of the parameters `resource` and `operation`. */
export function findOperation(resource: string, operation: string): Operation | undefined {
	return RESOURCES.find(({ value }) => value === resource)?.operations.find(
		({ value }) => value === operation,
	);
}
