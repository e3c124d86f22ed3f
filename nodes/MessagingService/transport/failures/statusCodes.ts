import type { ServiceErrorDetails } from '../../errors/serviceError';
import type { Words } from './failure';

/** The meaning of a status code, and the words of its error. */
export interface StatusMeaning extends Partial<Pick<ServiceErrorDetails, 'about' | 'isTransient'>> {
	/** Whether the service may have carried out a request that it answers so. */
	mayHaveArrived?: boolean;
	message(words: Words): string;
	/** The message where something else than the service may have answered. */
	messageElsewhere?(words: Words): string;
	nextStep(words: Words): string;
}

export const CHECK_FIELDS = 'Check the fields of this item.';

export const CHECK_ADDRESS =
	'Check the Base URL in the credential: a path prefix such as /v1 may be missing or wrong.';

const CHECK_RUNS = 'Check what earlier runs have already done.';

const ASK_PROVIDER = 'If this continues, contact your provider.';

const askProvider = () => ASK_PROVIDER;

const notAccepted = ({ subject }: Words) => `The service did not accept ${subject}`;

const NOT_FOUND: StatusMeaning = {
	about: 'number',
	message: ({ activity, ifUnknown, subject }) =>
		ifUnknown
			? `The service does not know ${subject}`
			: `The service answered "not found" while ${activity}`,
	messageElsewhere: ({ activity }) => `The service has nothing at this address for ${activity}`,
	nextStep: ({ ifUnknown = '' }) => ifUnknown,
};

/** A gateway that waited too long: the service may have acted. */
const TOO_LATE: StatusMeaning = {
	mayHaveArrived: true,
	message: ({ activity }) => `The service, or a gateway before it, took too long while ${activity}`,
	nextStep: askProvider,
};

/** A service that broke down: it may have acted before. */
const BREAKDOWN: StatusMeaning = {
	mayHaveArrived: true,
	message: ({ activity }) => `The service reported an error on its side while ${activity}`,
	nextStep: askProvider,
};

const REFUSED: StatusMeaning = {
	about: 'request',
	message: ({ activity }) => `The service refused ${activity}`,
	nextStep: () => CHECK_FIELDS,
};

const REDIRECTED: StatusMeaning = {
	about: 'address',
	mayHaveArrived: true,
	message: ({ activity }) => `The service redirected the request while ${activity}`,
	nextStep: () =>
		'The node does not follow redirects, so that the API token goes to no other address. If the service has moved, set the Base URL in the credential to its new address.',
};

/**
 * Each status code, as HTTP defines it: the service describes none (section 7 of `docs/service.md`).
 * What is repeated, and what errors say and tell n8n, follows from it.
 */
export const STATUS_CODES: Readonly<Record<number, StatusMeaning>> = {
	304: {
		about: 'address',
		mayHaveArrived: true,
		message: ({ activity }) => `The service said that nothing has changed while ${activity}`,
		nextStep: () =>
			`Look for a cache or a proxy between n8n and the service that answers instead of it. ${CHECK_ADDRESS}`,
	},
	400: { about: 'request', message: notAccepted, nextStep: () => CHECK_FIELDS },
	401: {
		about: 'token',
		message: () => 'The service rejected the API token',
		nextStep: () =>
			"Check 'API Token' and 'Authorization Scheme' in the credential. A token that used to work may have been revoked.",
	},
	402: {
		about: 'plan',
		message: ({ activity }) => `The service requires a payment before ${activity}`,
		nextStep: () => 'Check the plan and the balance of your account.',
	},
	403: {
		about: 'plan',
		message: ({ activity, enterprise }) =>
			enterprise
				? 'The service does not allow this with your plan or token'
				: `The service does not allow ${activity} with this API token`,
		nextStep: ({ enterprise }) =>
			enterprise
				? `${enterprise} requires the provider's Enterprise plan. Use the API token of an account with that plan, or contact your provider.`
				: 'Check what your plan and this token allow.',
	},
	404: NOT_FOUND,
	405: { ...REFUSED, about: 'address', nextStep: () => CHECK_ADDRESS },
	407: {
		about: 'address',
		message: () => 'The proxy or gateway before the service requires a user name and a password',
		nextStep: () =>
			'If n8n uses a proxy from the environment variables HTTP_PROXY, HTTPS_PROXY or ALL_PROXY, put them into its address there. If not, ask whoever runs the gateway.',
	},
	408: { ...TOO_LATE, isTransient: true },
	409: {
		about: 'number',
		message: ({ subject }) => `The service refused ${subject} because of its current state`,
		nextStep: ({ ifConflict, effect }) => ifConflict ?? (effect ? CHECK_RUNS : ASK_PROVIDER),
	},
	410: NOT_FOUND,
	413: {
		about: 'request',
		message: ({ activity }) => `The request was too large for the service while ${activity}`,
		nextStep: ({ hasBody }) =>
			hasBody
				? 'Shorten the texts in the fields of this item. If they are short, contact your provider.'
				: 'It contains no texts: contact your provider, or whoever runs a gateway before the service.',
	},
	422: {
		about: 'number',
		message: notAccepted,
		nextStep: ({ ifInvalid = CHECK_FIELDS }) => ifInvalid,
	},
	425: { ...REFUSED, about: undefined, isTransient: true, nextStep: askProvider },
	429: {
		about: 'limit',
		isTransient: true,
		message: () => 'The service is receiving too many requests',
		nextStep: ({ limited }) => limited,
	},
	499: TOO_LATE,
	500: { ...BREAKDOWN, isTransient: true },
	502: { ...BREAKDOWN, isTransient: true },
	503: { ...BREAKDOWN, isTransient: true },
	504: { ...BREAKDOWN, isTransient: true },
};

/** Returns the meaning of any status code that is no success. */
export function meaningOf(statusCode: number): StatusMeaning {
	const meaning = STATUS_CODES[statusCode];
	if (meaning) return meaning;
	if (statusCode < 400) return REDIRECTED;
	return statusCode < 500 ? REFUSED : BREAKDOWN;
}
