import { DEFAULT_COUNTRY, leasedNumber } from '../../fields/phoneNumber';
import { RELINQUISH } from '../../service/leases';
import type { Operation } from '../operation';
import { RELINQUISHING_TOOL } from '../agentTexts';

const NUMBER = leasedNumber('Leased number to give back, with country code');

/** lease.relinquish: POST /enterprise/lease/relinquish/{number} (section 4.8 of docs/service.md). */
export const relinquish: Operation = {
	name: 'Relinquish',
	action: 'Relinquish number',
	description: "Give a leased phone number back. Requires your provider's Enterprise plan.",
	notice: 'A number that you give back may go to somebody else: you may not get it again',
	toolNotice: RELINQUISHING_TOOL,
	fields: [NUMBER],
	options: [DEFAULT_COUNTRY],
	prepare(read) {
		const number = read(NUMBER);
		return {
			lane: number,
			carryOut: async (service) => await service.request(RELINQUISH, { target: number }),
		};
	},
};
