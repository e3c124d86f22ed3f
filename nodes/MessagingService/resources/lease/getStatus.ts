import { leasedNumber } from '../../parameters/leasedNumber';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import type { Operation } from '../operation';

const NUMBER = leasedNumber({
	description:
		'The number whose status to read. The list has only numbers that can be adopted: type one that you lease.',
	isListed: true,
});

/** lease.getStatus: GET /enterprise/lease/status/{number} (section 4.6 of docs/service.md). */
export const getStatus: Operation = {
	name: 'Get Status',
	action: 'Get number status',
	subtitle: 'Get Number Status',
	description: 'Read the record of a phone number: status, health, country, carrier and features',
	effect: 'reads',
	parameters: [NUMBER, DEFAULT_COUNTRY],
	prepare(read) {
		const number = read(NUMBER);
		return { run: async (service) => await service.getStatus(number) };
	},
};
