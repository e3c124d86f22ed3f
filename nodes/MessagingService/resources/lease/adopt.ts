import type { IDataObject } from 'n8n-workflow';

import { leasedNumber, numberLocator } from '../../parameters/leasedNumber';
import { notice } from '../../parameters/fields';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import type { Operation } from '../operation';

/** A notice above the fields of what is charged for. */
export const costNotice = notice(
	'costNotice',
	'Adopting a number costs money: you see the price only in the response',
);

/** Returns the answer to an adoption with the adopted number, which it does not name, in front. */
export function adopted(number: string, answer: IDataObject): IDataObject {
	return Object.assign({ number }, answer, { number });
}

/** lease.adopt: POST /enterprise/lease/register/{number} (section 4.7). */
export const adopt: Operation = {
	name: 'Adopt',
	action: 'Adopt number (costs money)',
	description: 'Adopt (register) a phone number. This costs money.',
	fields: [costNotice, numberLocator('The number to adopt')],
	options: [DEFAULT_COUNTRY],
	prepare(parameters) {
		const number = leasedNumber(parameters);
		return {
			lane: number,
			run: async (service) => adopted(number, await service.register(number)),
		};
	},
};
