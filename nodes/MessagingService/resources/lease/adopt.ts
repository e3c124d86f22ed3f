import type { IDataObject } from 'n8n-workflow';

import { leasedNumber } from '../../parameters/leasedNumber';
import { ADOPT_ONCE_KEY } from '../../parameters/onceKey';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import { adoptNumber } from '../../service/leases';
import type { Operation } from '../operation';
import { ADOPTING_TOOL } from '../agentTexts';

/** Says above the fields that an adoption costs money. */
export const PRICE = 'Adopting a number costs money. The output shows the price.';

const NUMBER = leasedNumber({ description: 'The number to lease', isListed: true });

/** Returns the answer to an adoption with the adopted number, which it does not name, in front. */
export function adopted(number: string, answer: IDataObject): IDataObject {
	return Object.assign({ number }, answer, { number });
}

/** lease.adopt: POST /enterprise/lease/register/{number} (section 4.7 of docs/service.md). */
export const adopt: Operation = {
	name: 'Adopt',
	action: 'Adopt number',
	subtitle: 'Adopt Number',
	description: 'Lease a phone number (Enterprise plan)',
	effect: 'changes',
	notice: PRICE,
	toolNotice: ADOPTING_TOOL,
	fields: [NUMBER],
	options: [DEFAULT_COUNTRY],
	rules: [],
	onceKey: ADOPT_ONCE_KEY,
	prepare(read) {
		const number = read(NUMBER);
		return {
			lane: number,
			run: async (service) => adopted(number, await adoptNumber(service, number)),
		};
	},
};
