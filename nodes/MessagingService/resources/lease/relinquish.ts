import { leasedNumber, numberLocator } from '../../parameters/leasedNumber';
import { notice } from '../../parameters/fields';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import type { Operation } from '../operation';

/** lease.relinquish: POST /enterprise/lease/relinquish/{number} (section 4.8). */
export const relinquish: Operation = {
	name: 'Relinquish',
	action: 'Relinquish number',
	description: 'Give an adopted phone number back. It may not be possible to get it again.',
	fields: [
		notice(
			'lossNotice',
			'A number that is given back may go to somebody else: you may not get it again',
		),
		numberLocator('The adopted number to give back, with country code', false),
	],
	options: [DEFAULT_COUNTRY],
	prepare(parameters) {
		const number = leasedNumber(parameters);
		return { lane: number, run: async (service) => await service.relinquish(number) };
	},
};
