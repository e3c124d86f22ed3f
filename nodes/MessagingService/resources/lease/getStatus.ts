import { leasedNumber, numberLocator } from '../../parameters/leasedNumber';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import type { Operation } from '../operation';

/** lease.getStatus: GET /enterprise/lease/status/{number} (section 4.6). */
export const getStatus: Operation = {
	name: 'Get Status',
	action: 'Get number status',
	description: 'Read the record of a phone number: status, health, country, carrier and features',
	fields: [numberLocator('The number whose status to read')],
	options: [DEFAULT_COUNTRY],
	prepare(parameters) {
		const number = leasedNumber(parameters);
		return { run: async (service) => await service.getStatus(number) };
	},
};
