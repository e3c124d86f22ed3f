import type { Resource } from '../operation';
import { adopt } from './adopt';
import { adoptFirstAvailable } from './adoptFirstAvailable';
import { getAll } from './getAll';
import { getStatus } from './getStatus';
import { relinquish } from './relinquish';

/** Leased phone numbers. */
export const lease: Resource = {
	value: 'lease',
	name: 'Number Lease',
	operations: [adopt, adoptFirstAvailable, getAll, getStatus, relinquish],
	defaultOperation: getAll,
};
