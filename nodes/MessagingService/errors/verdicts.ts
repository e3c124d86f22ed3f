/**
 * What became of what was asked for. The words are those of a message, and hold for all that is charged or counted.
 * - `sent`: its key is used, and another try returns the same result.
 * - `notSent`: its key is free, and another try does it.
 * - `possiblySent`: nobody knows. Its key is used, and another try fails as before.
 */
export type Outcome = 'sent' | 'notSent' | 'possiblySent';

/** What a failed request means. */
export interface Verdict {
	/** Status codes of the response, and classes such as `4xx`: all of them that no other row names. */
	statuses?: ReadonlyArray<number | string>;
	/** More of them, of a request that looks something up: the service does not know the number, or the OTP ID. */
	ifLookedUp?: ReadonlyArray<number | string>;
	/** Whether only the service itself can say so: a web page that does comes from a wrong address. */
	isServicesWord?: true;
	/** Whether the service has acted on the request: sent, charged or counted something. Absent where nobody knows: that is doubt. */
	acted?: 'no' | 'yes';
	/** Which requests are repeated: all, or those that only read. Absent where none is. */
	repeated?: 'always' | 'reads';
	/** What it is about, and so what helps; `stop` is the user's. Absent where nothing was refused, as after a lost connection. */
	about?: 'address' | 'limit' | 'number' | 'plan' | 'request' | 'stop' | 'token';
	/** Whether no other request of the run starts meanwhile. */
	pausesRun?: true;
	/** When the other items of the run with the same account fail too, without a request: at once, or after a second target. */
	endsAccount?: 'atOnce' | 'atSecondTarget';
	/** What happened. Names in braces are values of the request, or of its endpoint. */
	happened: string;
	/** What to do next; nothing in it invites to send again. */
	nextStep: string;
}

// These sentences stand in several rows.
const REFUSED = 'The service refused to {purpose}';
const NOT_IN_PLAN = 'The service does not allow this plan or token to {purpose}';
const NOT_DONE = 'The service could not complete the request to {purpose}';
const LIMITED = 'The service is receiving too many requests';
const CONTACT = 'If this continues, contact your provider.';
const LOWER_PACE = "Set 'Requests per Second', or ask your provider for a higher limit.";

/**
 * The table of verdicts: what a failure means, a row each. All that decides by a failure reads its row: what is repeated,
 * what a person is told, and by the outcome (`serviceError`) whether a key is free again and another try does the item. Each
 * status code stands in one row; for what is looked up, `ifLookedUp` goes first.
 */
export const VERDICTS = {
	/** No connection was made, or none that is secure (TLS). */
	notConnected: {
		acted: 'no',
		repeated: 'always',
		happened: 'No connection to {host} could be made to {purpose}',
		nextStep:
			"Check the 'Base URL' in the credential and whether it must start with https:// or http://, that the service is up, and the network of the machine that runs n8n, with its firewall and proxy. If the service has a certificate of your own authority, set NODE_EXTRA_CA_CERTS of n8n to that authority's certificate.",
	},
	/** n8n's proxy answered in place of the service. */
	proxy: {
		acted: 'no',
		repeated: 'always',
		about: 'address',
		happened: 'The proxy that n8n uses did not connect to the service',
		nextStep: 'Check the proxy that n8n uses, and what it allows.',
	},
	/** n8n's protection refused the address. */
	blocked: {
		acted: 'no',
		about: 'address',
		happened: "n8n's protection against requests to private addresses blocks {host}",
		nextStep:
			'Whoever runs this n8n can allow it: a name with N8N_SSRF_ALLOWED_HOSTNAMES, an IP address with N8N_SSRF_ALLOWED_IP_RANGES.',
	},
	/** The execution was stopped before the request left. */
	stopped: {
		acted: 'no',
		about: 'stop',
		happened: 'The execution was stopped',
		nextStep: 'Check what was already done before you run the workflow again.',
	},
	limit: {
		statuses: [429],
		acted: 'no',
		repeated: 'always',
		about: 'limit',
		pausesRun: true,
		happened: LIMITED,
		nextStep: LOWER_PACE,
	},
	/** A 429 that asks to wait for more than 60 s. It may be the limit of one recipient. */
	longLimit: {
		acted: 'no',
		about: 'limit',
		endsAccount: 'atSecondTarget',
		happened: LIMITED,
		nextStep: `Wait that long. ${LOWER_PACE}`,
	},
	token: {
		statuses: [401],
		acted: 'no',
		about: 'token',
		endsAccount: 'atOnce',
		happened: 'The service rejected the API token',
		nextStep: "Check 'API Token' and 'Authorization Scheme' in the credential.",
	},
	tooEarly: {
		statuses: [425],
		acted: 'no',
		repeated: 'reads',
		about: 'request',
		happened: REFUSED,
		nextStep: CONTACT,
	},
	plan: {
		statuses: [402],
		acted: 'no',
		about: 'plan',
		happened: NOT_IN_PLAN,
		nextStep: '{ifNotInPlan}',
	},
	planOrToken: {
		statuses: [403],
		isServicesWord: true,
		acted: 'no',
		about: 'plan',
		happened: NOT_IN_PLAN,
		nextStep: '{ifNotInPlan}',
	},
	number: {
		statuses: [409, 422],
		ifLookedUp: [404, 410],
		isServicesWord: true,
		acted: 'no',
		about: 'number',
		happened: REFUSED,
		nextStep: '{ifRefused}',
	},
	/** Also a web page with a status code that only the service itself can mean. */
	address: {
		statuses: [404, 405, 407, 410],
		acted: 'no',
		about: 'address',
		happened: REFUSED,
		nextStep:
			"Check the 'Base URL' in the credential (a path prefix such as /v1 may be missing or wrong), and the proxy if n8n uses one.",
	},
	request: {
		statuses: ['4xx'],
		isServicesWord: true,
		acted: 'no',
		about: 'request',
		happened: REFUSED,
		nextStep: 'Check the fields of this item.',
	},
	/** No available number fits the filters. */
	noneAvailable: {
		acted: 'no',
		happened: 'No number that fits the filters can be adopted',
		nextStep: 'Use fewer filters, or wait until others are available.',
	},
	/** It was counted, so another try must not do it again. */
	wrongPassword: {
		acted: 'yes',
		happened: 'The one-time password is incorrect',
		nextStep: 'Ask the person to type it again, or send a new one.',
	},
	/** The connection was lost after the request left, or TLS failed and nothing tells when, as in a credential's test. */
	lost: {
		repeated: 'reads',
		happened: 'The connection to the service was lost while it was asked to {purpose}',
		nextStep:
			"If this happens each time, check proxies and firewalls between n8n and the service, whether the 'Base URL' must start with https:// or http://, and the certificate of the service.",
	},
	/** There was no complete response within 'Timeout'. */
	tooLate: {
		repeated: 'reads',
		happened: 'The service did not answer in time when asked to {purpose}',
		nextStep: "If the service is often slow, raise 'Timeout' in the options.",
	},
	brokenDown: {
		statuses: [408, 500, 502, 503, 504, 520, 521, 522, 523, 524],
		repeated: 'reads',
		happened: NOT_DONE,
		nextStep: CONTACT,
	},
	otherBreakdown: {
		statuses: [499, '5xx'],
		happened: NOT_DONE,
		nextStep: CONTACT,
	},
	/** A success without what each success of the service has. */
	unreadable: {
		statuses: ['1xx', '2xx'],
		happened: 'The service did not return {missing} when asked to {purpose}',
		nextStep:
			"Check that the 'Base URL' in the credential is the address of the service, and not of a website or a proxy before it.",
	},
	redirect: {
		statuses: ['3xx'],
		about: 'address',
		happened: 'The service redirected the request to {purpose}',
		nextStep:
			"The node follows no redirect, so that the API token goes nowhere else. If the service has moved, set the 'Base URL' in the credential to its new address.",
	},
	/** The execution was stopped after the request left. */
	stoppedLater: {
		about: 'stop',
		happened: 'The execution was stopped while the service was asked to {purpose}',
		nextStep: '',
	},
	/** Anything else after the request left. */
	unexpected: {
		happened: 'Something unexpected happened: "{reason}"',
		nextStep: 'Check with your provider whether it was done.',
	},
} as const satisfies Record<string, Verdict>;

/** The name of a row of the table. */
export type VerdictName = keyof typeof VERDICTS;
