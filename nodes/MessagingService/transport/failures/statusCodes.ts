import type { About } from '../../errors';
import type { Endpoint } from '../request';

/** The meaning of a class of status codes. */
interface Meaning {
	/** True for a status code of the class. */
	has(statusCode: number): boolean;
	about?: About;
	/** Whether only the service itself can mean it. From a website or proxy in its place, it is about the address. */
	isOfService?: true;
	/** Whether the service may have carried out a request that it answers so. */
	mayHaveActed?: boolean;
	/** Says what happened. @param activity follows "while": "sending the message to +1…" */
	message(activity: string): string;
	nextStep(endpoint: Endpoint): string;
}

/** Says what to do where the address may be wrong. */
export const CHECK_ADDRESS =
	'Check the Base URL in the credential (a path prefix such as /v1 may be missing or wrong), and the proxy if n8n uses one.';

const oneOf = (...codes: number[]) => ({ has: (code: number) => codes.includes(code) });
const between = (from: number, to: number) => ({
	has: (code: number) => code >= from && code < to,
});

const refused = (activity: string) => `The service refused ${activity}`;

/** Each class of status codes as HTTP defines it, the first that fits: the service describes none (section 7). */
const MEANINGS: Meaning[] = [
	{
		...oneOf(401),
		about: 'token',
		message: () => 'The service rejected the API token',
		nextStep: () => "Check 'API Token' and 'Authorization Scheme' in the credential.",
	},
	{
		...oneOf(402, 403),
		about: 'plan',
		isOfService: true,
		message: (activity) => `The service does not allow ${activity} with this plan or token`,
		nextStep: ({ enterprise }) =>
			enterprise
				? `${enterprise} requires the provider's Enterprise plan.`
				: 'Check the plan and the balance of your account.',
	},
	{
		...oneOf(404, 409, 410, 422),
		about: 'number',
		isOfService: true,
		message: refused,
		nextStep: ({ ifRefused }) => ifRefused,
	},
	{
		...oneOf(429),
		about: 'limit',
		message: () => 'The service is receiving too many requests',
		nextStep: () =>
			"Set 'Requests per Second' in the options, or ask your provider for a higher limit.",
	},
	{
		...oneOf(408, 499),
		mayHaveActed: true,
		message: (activity) => `The service took too long while ${activity}`,
		nextStep: () => 'If this continues, contact your provider.',
	},
	{ ...oneOf(405, 407), about: 'address', message: refused, nextStep: () => CHECK_ADDRESS },
	{
		...between(400, 500),
		about: 'request',
		isOfService: true,
		message: refused,
		nextStep: () => 'Check the fields of this item.',
	},
	{
		...between(300, 400),
		about: 'address',
		mayHaveActed: true,
		message: (activity) => `The service redirected the request while ${activity}`,
		nextStep: () =>
			'The node follows no redirect, so that the API token goes nowhere else. If the service has moved, set the Base URL in the credential to its new address.',
	},
	{
		has: () => true,
		mayHaveActed: true,
		message: (activity) => `The service reported an error on its side while ${activity}`,
		nextStep: () => 'If this continues, contact your provider.',
	},
];

/** Status codes after which a later try may succeed. */
export const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Returns the meaning of a status code that is no success. */
export function meaningOf(statusCode: number): Meaning {
	return MEANINGS.find(({ has }) => has(statusCode)) ?? MEANINGS[MEANINGS.length - 1];
}
