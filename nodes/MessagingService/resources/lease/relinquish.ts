import { enterpriseNotice, numberLocator } from '../../parameters/enterpriseNotice';
import type { Operation } from '../operation';

/** lease.relinquish: POST /enterprise/lease/relinquish/{number} (section 4.8). */
export const relinquish: Operation = {
	value: 'relinquish',
	name: 'Relinquish',
	action: 'Relinquish a number',
	description: 'Give an adopted phone number back. It may not be possible to get it again.',
	fields: [enterpriseNotice('Leasing numbers'), numberLocator('The number to relinquish')],
	options: ['defaultCountry'],
	prepare(parameters) {
		const number = parameters.leaseNumber('number');
		return { lane: number, run: async (service) => await service.relinquish(number) };
	},
};
