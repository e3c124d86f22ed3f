import { enterpriseNotice } from '../../parameters/enterpriseNotice';
import { leasedNumber, numberLocator } from '../../parameters/leasedNumber';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import type { Operation } from '../operation';

/** lease.relinquish: POST /enterprise/lease/relinquish/{number} (section 4.8). */
export const relinquish: Operation = {
	value: 'relinquish',
	name: 'Relinquish',
	action: 'Relinquish number',
	subtitle: 'Relinquish number',
	description: 'Give an adopted phone number back. It may not be possible to get it again.',
	fields: [enterpriseNotice('Leasing numbers'), numberLocator('The number to relinquish')],
	options: [DEFAULT_COUNTRY],
	prepare(parameters) {
		const number = leasedNumber(parameters);
		return { lane: number, run: async (service) => await service.relinquish(number) };
	},
};
