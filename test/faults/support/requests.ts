import { OPERATIONS } from '../../support/operations';

/** A request that the node makes, as one column of a table of faults. */
export interface TriedRequest {
	/** The operation, and which of its requests where it makes several. */
	name: string;
	/** `resource.operation` */
	operation: string;
	method: 'GET' | 'POST';
	/** Decoded path, for the fault. */
	path: string;
	/** Key in the simulator's counters. */
	counter: string;
	/** Whether the request changes nothing; every other one is done once. */
	isSafe: boolean;
	/** Whether it names a number in its path, or an OTP ID, which may be unknown. */
	looksUp: boolean;
	/** Whether an earlier request of the same item was already acted on. */
	isSecond: boolean;
	/** Whether what is sent is sent by a later request of the same item, so that this one sends nothing. */
	sendsLater: boolean;
	/** Name of the option that keeps an item from being done twice. */
	keyOption?: string;
}

/** Goes on to the next number after some failures: `nodes/adopt` tests it. */
const GOES_ON = 'lease.adoptFirstAvailable';

/** Every request that the node can make. */
export const REQUESTS: TriedRequest[] = OPERATIONS.filter(({ name }) => name !== GOES_ON).flatMap(
	({ name, requests, keyOption }) =>
		requests.map(({ method, path }, index) => ({
			name: requests.length > 1 ? `${name}, request ${index + 1}` : name,
			operation: name,
			method,
			path: path.replace(/\{.*/, '*'),
			counter: `${method} ${path}`,
			isSafe: method === 'GET',
			looksUp: path.includes('{') || path === '/otp/verify',
			isSecond: index > 0,
			sendsLater: index < requests.length - 1,
			keyOption,
		})),
);
