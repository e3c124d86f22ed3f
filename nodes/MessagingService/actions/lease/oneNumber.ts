import type { IDataObject } from 'n8n-workflow';

import { ADOPT_ONCE_KEY } from '../../fields/options';
import type { Parameter, Read } from '../../fields/parameter';
import { DEFAULT_COUNTRY, NUMBER_LIST_FIELD, leasedNumber } from '../../fields/phoneNumber';
import { type Endpoint, onlyReads } from '../../request/endpoint';
import { ADOPT, RELINQUISH, STATUS } from '../../service/leases';
import type { Service } from '../../service/service';
import type { Operation } from '../operation';

/** Returns what the operations about one number have in common. @param output makes it of the number and the response */
const ofNumber = (
	number: Parameter<string>,
	endpoint: Endpoint,
	output = (_: string, response: IDataObject) => response,
) => ({
	reads: onlyReads(endpoint),
	fields: [number],
	options: [DEFAULT_COUNTRY],
	prepare(read: Read) {
		const target = read(number);
		return {
			lane: target,
			perform: async (service: Service) =>
				output(target, await service.request(endpoint, { target })),
		};
	},
});

/** What the operations that adopt have in common. */
export const ADOPTS = {
	onceKey: ADOPT_ONCE_KEY,
	changesLease: true,
	notice:
		"Each run adopts another number and costs money. While you build, pin the output or set 'Adopt Once Key'. Let a person review what a model chooses.",
};

/** Returns the response to an adoption with the adopted number, which it does not name, in front. */
export const adopted = (number: string, response: IDataObject) =>
	Object.assign({ number }, response, { number });

/** lease.adopt: POST /enterprise/lease/register/{number} (section 4.7 of docs/service.md). */
export const adopt: Operation = {
	name: 'Adopt',
	action: 'Adopt number',
	description: "Lease a phone number that you choose. Requires your provider's Enterprise plan.",
	...ADOPTS,
	...ofNumber(
		leasedNumber('Number to lease, from those that are available', NUMBER_LIST_FIELD),
		ADOPT,
		adopted,
	),
};

/** lease.getStatus: GET /enterprise/lease/status/{number} (section 4.6). */
export const getStatus: Operation = {
	name: 'Get Status',
	action: 'Get number status',
	description:
		"Check the status and health of a phone number. Requires your provider's Enterprise plan.",
	...ofNumber(leasedNumber('Number to check, with country code'), STATUS),
};

/** lease.relinquish: POST /enterprise/lease/relinquish/{number} (section 4.8). */
export const relinquish: Operation = {
	name: 'Relinquish',
	action: 'Relinquish number',
	description: "Give a leased phone number back. Requires your provider's Enterprise plan.",
	changesLease: true,
	notice:
		'A number that you give back may go to somebody else: you may not get it again. Let a person review what a model chooses.',
	...ofNumber(leasedNumber('Leased number to give back, with country code'), RELINQUISH),
};
