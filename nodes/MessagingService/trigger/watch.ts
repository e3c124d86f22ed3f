import type { IDataObject } from 'n8n-workflow';

import type { ServiceError } from '../errors/serviceError';
import type { ServiceClient } from '../service/client';

/** The result of a poll, compared with the findings of earlier ones. */
interface Look {
	/** One item per event since the last poll; none at a first poll. */
	fired: IDataObject[];
	/** The next poll compares with these. Plain data: n8n saves them. */
	findings: IDataObject;
	/** One item of what is there now, for a test by hand. */
	sample?: IDataObject;
	/** Why numbers could not be read, by number. */
	failures?: Map<string, ServiceError>;
	/** One error for all numbers that cannot be read, where it was not reported yet. */
	report?: ServiceError;
}

/** Something to watch, read and checked from the trigger's parameters. */
export interface Watch {
	/** A change of it begins a new record, as another account does. */
	scope: unknown;
	/**
	 * Reads the service.
	 * @param signal nothing further starts once it is aborted
	 * @param before `findings` of the last poll, as any build of the package has stored them; undefined at a first poll
	 * @throws ServiceError of the service as a whole, or where a first poll could read nothing
	 */
	look(service: ServiceClient, signal: AbortSignal, before?: unknown): Promise<Look>;
}
