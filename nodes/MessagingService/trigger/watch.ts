import type { IDataObject } from 'n8n-workflow';

import type { ServiceError } from '../errors';
import type { Service } from '../service/connect';

/** The result of a poll, compared with what earlier polls knew. */
interface Look {
	/** One item per event since the last poll; none at a first poll. */
	fired: IDataObject[];
	/** The next poll compares with this. Plain data: n8n saves it. */
	known: IDataObject;
	/** One item of what is there now, for a test. */
	sample?: IDataObject;
	/** Names the watched numbers that cannot be read. */
	unreadable?: ServiceError;
}

/** Something to watch, read and checked from the trigger's parameters. */
export interface Watch {
	/** A change of it begins a new record, as another account does. */
	scope: unknown;
	/**
	 * Reads the service.
	 * @param known `known` of the last poll; undefined at a first poll
	 * @throws ServiceError where nothing can be read
	 */
	look(service: Service, known?: IDataObject): Promise<Look>;
}
