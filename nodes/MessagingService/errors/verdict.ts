/**
 * Says what became of an item. The words are those of a message, and hold for all that is charged or counted.
 * - `sent`: it was done, so its key is used, and another try returns what came of it: an output, or the error that a
 *   password was wrong.
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
	/** What else has to be seen, in the words of the docs. */
	evidence?: string;
	/** The outcome of a request that sends, charges or counts. One that only reads leaves nothing in doubt. */
	outcome: Outcome;
	/** Which requests are repeated: all, those that only read, or none. */
	repeated: 'always' | 'reads' | 'never';
	/** Absent where nothing was refused, such as after a lost connection. */
	about?: About;
	/** Whether no other request of the run starts meanwhile. */
	pausesRun?: true;
	/** Whether the other items of the run fail too, without a request, where they have the same account. */
	endsAccount?: true;
	/** What happened. Names in braces are parts of the request, or of its endpoint. */
	happened: string;
	/** What to do next; nothing in it invites to send again. */
	nextStep: string;
}
