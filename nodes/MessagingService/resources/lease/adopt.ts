import type { INodeProperties } from 'n8n-workflow';

import { enterpriseNotice, numberLocator } from '../../parameters/enterpriseNotice';
import type { Operation } from '../operation';

/** A notice above the fields of what is charged for. */
export const costNotice: INodeProperties = {
	displayName: 'Adopting a number costs money: the answer of the service names the price',
	name: 'costNotice',
	type: 'notice',
	default: '',
};

/** lease.adopt: POST /enterprise/lease/register/{number} (section 4.7). */
export const adopt: Operation = {
	value: 'adopt',
	name: 'Adopt',
	action: 'Adopt a number',
	description: 'Adopt (register) a phone number, which costs money',
	fields: [enterpriseNotice('Leasing numbers'), costNotice, numberLocator('The number to adopt')],
	options: ['defaultCountry'],
	prepare(parameters) {
		const number = parameters.leaseNumber('number');
		return {
			lane: number,
			run: async (service) => ({ ...(await service.register(number)), number }),
		};
	},
};
