import type { IDataObject } from 'n8n-workflow';

import { leasedNumber } from '../../parameters/leasedNumber';
import { ADOPT_ONCE_KEY } from '../../parameters/onceKey';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import type { Operation } from '../operation';

/** Says above the fields that an adoption costs money. */
export const PRICE =
	'Adopting a number costs money: only the output shows the price, as data.price';

const NUMBER = leasedNumber({ description: 'The number to adopt', isListed: true });

/** Returns the answer to an adoption with the adopted number, which it does not name, in front. */
export function adopted(number: string, answer: IDataObject): IDataObject {
	return Object.assign({ number }, answer, { number });
}

/** lease.adopt: POST /enterprise/lease/register/{number} (section 4.7 of docs/service.md). */
export const adopt: Operation = {
	name: 'Adopt',
	action: 'Adopt number',
	subtitle: 'Adopt Number',
	description: 'Adopt a phone number: from then on you lease it. This costs money.',
	effect: 'changes',
	costsMoney: PRICE,
	parameters: [NUMBER, ADOPT_ONCE_KEY, DEFAULT_COUNTRY],
	prepare(read) {
		const number = read(NUMBER);
		return {
			lane: number,
			adopts: number,
			run: async (service) => adopted(number, await service.register(number)),
		};
	},
};
