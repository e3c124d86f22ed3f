import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { enterpriseNotice } from '../../parameters/enterpriseNotice';
import { leasedNumber, numberLocator } from '../../parameters/leasedNumber';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import type { Operation } from '../operation';

/** A notice above the fields of what is charged for. */
export const costNotice: INodeProperties = {
	displayName: 'Adopting a number costs money: you see the price only in the response',
	name: 'costNotice',
	type: 'notice',
	default: '',
};

/** The answer to an adoption with the adopted number, which it does not name, in front. */
export function adopted(number: string, answer: IDataObject): IDataObject {
	return Object.assign({ number }, answer, { number });
}

/** lease.adopt: POST /enterprise/lease/register/{number} (section 4.7). */
export const adopt: Operation = {
	value: 'adopt',
	name: 'Adopt',
	action: 'Adopt number (costs money)',
	subtitle: 'Adopt number',
	description: 'Adopt (register) a phone number. This costs money.',
	fields: [enterpriseNotice('Leasing numbers'), costNotice, numberLocator('The number to adopt')],
	options: [DEFAULT_COUNTRY],
	prepare(parameters) {
		const number = leasedNumber(parameters);
		return {
			lane: number,
			run: async (service) => adopted(number, await service.register(number)),
		};
	},
};
