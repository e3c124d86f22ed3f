/**
 * What became of what was asked for. The words are those of a message, and hold for all that is charged or counted.
 * - `sent`: its key is used, and another try returns the same result.
 * - `notSent`: its key is free, and another try does it.
 * - `possiblySent`: nobody knows. Its key is used, and another try fails as before.
 */
export type Outcome = 'sent' | 'notSent' | 'possiblySent';

/** Names what a failure is about, and so what helps; `stop` is the user, who stopped the execution. */
export type About = 'address' | 'limit' | 'number' | 'plan' | 'request' | 'stop' | 'token';

/** What a failed request means. */
export interface Verdict {
	/** Status codes of the response. */
	statuses?: readonly number[];
	/** More of them, of a request that looks something up: the service does not know the number, or the OTP ID. */
	ifLookedUp?: readonly number[];
	/** All status codes of these classes that no other row names. */
	others?: readonly string[];
	/** Whether only the service itself can say so: a web page that does comes from a wrong address. */
	isServicesWord?: true;
	/** The outcome of a request that sends, charges or counts. One that only reads leaves nothing in doubt. */
	outcome: Outcome;
	/** Which requests are repeated: all, or those that only read. Absent where none is. */
	repeated?: 'always' | 'reads';
	/** Absent where nothing was refused, such as after a lost connection. */
	about?: About;
	/** Whether no other request of the run starts meanwhile. */
	pausesRun?: true;
	/** When the other items of the run with the same account fail too, without a request: at once, or after a second target. */
	endsAccount?: 'atOnce' | 'atSecondTarget';
	/** What happened. Names in braces are values of the request, or of its endpoint. */
	happened: string;
	/** What to do next; nothing in it invites to send again. */
	nextStep: string;
}
