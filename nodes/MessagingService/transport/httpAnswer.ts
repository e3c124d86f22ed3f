import type { Members } from '../object';

/** An answer as it came: any status code, the body not read yet. */
export interface HttpAnswer {
	statusCode: number;
	/** Names in lower case. */
	headers: Members;
	body: string;
	/** Whether the body came and cannot be read, such as one whose compression is broken. */
	isBroken?: boolean;
	/** Whether it came from a proxy that did not connect: nothing of the request had been sent. */
	answeredByProxy?: boolean;
}
