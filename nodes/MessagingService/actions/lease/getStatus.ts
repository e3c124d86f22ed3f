import { DEFAULT_COUNTRY, leasedNumber } from '../../fields/phoneNumber';
import { onlyReads } from '../../request/endpoint';
import { STATUS } from '../../service/leases';
import type { Operation } from '../operation';

const NUMBER = leasedNumber('Number to check, with country code');

/** lease.getStatus: GET /enterprise/lease/status/{number} (section 4.6 of docs/service.md). */
export const getStatus: Operation = {
	name: 'Get Status',
	action: 'Get number status',
	description:
		"Check the status and health of a phone number. Requires your provider's Enterprise plan.",
	reads: onlyReads(STATUS),
	fields: [NUMBER],
	options: [DEFAULT_COUNTRY],
	prepare(read) {
		const number = read(NUMBER);
		return { carryOut: async (service) => await service.request(STATUS, { target: number }) };
	},
};
