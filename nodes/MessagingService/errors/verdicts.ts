import type { Verdict } from './verdict';

// These sentences stand in several rows.
const REFUSED = 'The service refused {activity}';
const CHECK_BASE_URL = "Check the 'Base URL' in the credential";
const CONTACT = 'If this continues, contact your provider.';
const LOWER_PACE =
	"Set 'Requests per Second' in the options, or ask your provider for a higher limit.";

// What becomes of a request that sends, and which requests are repeated.
const NOT_SENT_REPEATED = { outcome: 'notSent', repeated: 'always' } as const;
const NOT_SENT = { outcome: 'notSent', repeated: 'never' } as const;
const IN_DOUBT_READS_REPEATED = { outcome: 'possiblySent', repeated: 'reads' } as const;
const IN_DOUBT = { outcome: 'possiblySent', repeated: 'never' } as const;

// These rows differ in their status codes.
const OF_PROXY = {
	about: 'address',
	happened: 'The proxy that n8n uses did not connect to the service',
} as const;
const NOT_IN_PLAN = {
	...NOT_SENT,
	about: 'plan',
	happened: 'The service does not allow {activity} with this plan or token',
	nextStep: '{ifNotInPlan}',
} as const;
const BROKEN_DOWN = {
	happened: 'The service reported an error on its side while {activity}',
	nextStep: CONTACT,
} as const;

/**
 * The table of verdicts: what a failure means, a row each. All that decides by a failure reads its row: what is repeated,
 * whether a key is free again and another try does the item (by the outcome), what a person is told. Each status code
 * stands in one row; for what is looked up, `ifLookedUp` goes first.
 */
export const VERDICTS = {
	notConnected: {
		...NOT_SENT_REPEATED,
		evidence: 'no connection was made',
		happened: 'No connection to {host} could be made while {activity}',
		nextStep: `${CHECK_BASE_URL}, that the service is up, and the network of the machine that runs n8n, with its firewall and the proxy if it uses one.`,
	},
	notSecure: {
		...NOT_SENT_REPEATED,
		evidence: 'no secure connection (TLS) was made',
		happened: 'No secure connection to {host} could be made',
		nextStep:
			"Check whether the 'Base URL' in the credential must start with https:// or http://, and that the certificate of the service is valid and trusted by the machine that runs n8n.",
	},
	proxyFailed: {
		...NOT_SENT_REPEATED,
		...OF_PROXY,
		evidence: "n8n's proxy answered 5xx",
		nextStep: 'Check the proxy.',
	},
	proxyRefused: {
		...NOT_SENT,
		...OF_PROXY,
		evidence: "n8n's proxy answered 4xx",
		nextStep: 'Check what the proxy allows.',
	},
	blocked: {
		...NOT_SENT,
		evidence: "n8n's protection refused the address",
		about: 'address',
		happened: '{words}',
		nextStep: '{advice}',
	},
	stopped: {
		...NOT_SENT,
		evidence: 'the execution was stopped before the request left',
		about: 'stop',
		happened: 'The execution was stopped',
		nextStep: 'Check what was already done before you run the workflow again.',
	},
	limit: {
		...NOT_SENT_REPEATED,
		statuses: [429],
		pausesRun: true,
		about: 'limit',
		happened: 'The service is receiving too many requests',
		nextStep: LOWER_PACE,
	},
	longLimit: {
		...NOT_SENT,
		evidence: '429, and the service asks to wait for more than 60 s',
		endsAccount: true,
		about: 'limit',
		happened: 'The service is receiving too many requests, and asks to wait {wait}',
		nextStep: `Run the workflow again after that time. ${LOWER_PACE}`,
	},
	token: {
		...NOT_SENT,
		statuses: [401],
		endsAccount: true,
		about: 'token',
		happened: 'The service rejected the API token',
		nextStep: "Check 'API Token' and 'Authorization Scheme' in the credential.",
	},
	tooEarly: {
		statuses: [425],
		outcome: 'notSent',
		repeated: 'reads',
		about: 'request',
		happened: REFUSED,
		nextStep: CONTACT,
	},
	plan: { ...NOT_IN_PLAN, statuses: [402] },
	planOrToken: { ...NOT_IN_PLAN, statuses: [403], isServicesWord: true },
	number: {
		...NOT_SENT,
		statuses: [409, 422],
		ifLookedUp: [404, 410],
		isServicesWord: true,
		about: 'number',
		happened: REFUSED,
		nextStep: '{ifRefused}',
	},
	address: {
		...NOT_SENT,
		statuses: [404, 405, 407, 410],
		evidence: 'a web page with 403, 409, 422 or any other 4xx',
		about: 'address',
		happened: REFUSED,
		nextStep: `${CHECK_BASE_URL} (a path prefix such as /v1 may be missing or wrong), and the proxy if n8n uses one.`,
	},
	request: {
		...NOT_SENT,
		others: ['4xx'],
		isServicesWord: true,
		about: 'request',
		happened: REFUSED,
		nextStep: 'Check the fields of this item.',
	},
	noneAvailable: {
		...NOT_SENT,
		evidence: 'no available number fits the filters',
		happened: 'No number that fits the filters can be adopted',
		nextStep: 'Use fewer filters, or run the workflow again later.',
	},
	wrongPassword: {
		evidence: 'the one-time password is wrong',
		outcome: 'sent',
		repeated: 'never',
		happened: 'The one-time password is incorrect',
		nextStep: 'Ask the person to type it again, or send a new one.',
	},
	lost: {
		...IN_DOUBT_READS_REPEATED,
		evidence: 'the connection was lost after the request left',
		happened: 'The connection to the service was lost while {activity}',
		nextStep: 'If this happens often, check proxies and firewalls between n8n and the service.',
	},
	tooLate: {
		...IN_DOUBT_READS_REPEATED,
		evidence: "no complete response within 'Timeout'",
		happened: 'The service did not answer in time while {activity}',
		nextStep: "If the service is often slow, raise 'Timeout' in the options.",
	},
	brokenDown: {
		...IN_DOUBT_READS_REPEATED,
		...BROKEN_DOWN,
		statuses: [408, 500, 502, 503, 504, 520, 521, 522, 523, 524],
	},
	failed: { ...IN_DOUBT, ...BROKEN_DOWN, statuses: [499], others: ['5xx'] },
	unusable: {
		...IN_DOUBT,
		others: ['1xx', '2xx'],
		evidence: 'a success without what each success of the service has',
		happened: 'The service returned a response without {lack} while {activity}',
		nextStep:
			"Check that the 'Base URL' in the credential is the address of the service, and not of a website or a proxy before it.",
	},
	redirect: {
		...IN_DOUBT,
		others: ['3xx'],
		about: 'address',
		happened: 'The service redirected the request while {activity}',
		nextStep:
			"The node follows no redirect, so that the API token goes nowhere else. If the service has moved, set the 'Base URL' in the credential to its new address.",
	},
	stoppedLater: {
		...IN_DOUBT,
		evidence: 'the execution was stopped after the request left',
		about: 'stop',
		happened: 'The execution was stopped while {activity}',
		nextStep: '',
	},
	unexpected: {
		...IN_DOUBT,
		evidence: 'anything else after the request left',
		happened: 'Something unexpected happened: "{words}"',
		nextStep: 'Check with your provider whether it was done.',
	},
} as const satisfies Record<string, Verdict>;

/** The name of a row of the table. */
export type VerdictName = keyof typeof VERDICTS;
