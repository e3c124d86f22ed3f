import { leasedNumber } from '../../parameters/leasedNumber';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import { relinquishNumber } from '../../service/leases';
import type { Operation } from '../operation';
import { RELINQUISHING_TOOL } from '../agentTexts';

const NUMBER = leasedNumber({
	description: 'The leased number to give back, with country code',
	isListed: false,
});

/** lease.relinquish: POST /enterprise/lease/relinquish/{number} (section 4.8 of docs/service.md). */
export const relinquish: Operation = {
	name: 'Relinquish',
	action: 'Relinquish number',
	subtitle: 'Relinquish Number',
	description: 'Give a leased phone number back (you may not get it again; Enterprise plan)',
	notice: 'A number that is given back may go to somebody else: you may not get it again.',
	toolNotice: RELINQUISHING_TOOL,
	fields: [NUMBER],
	options: [DEFAULT_COUNTRY],
	prepare(read) {
		const number = read(NUMBER);
		return { lane: number, carryOut: async (service) => await relinquishNumber(service, number) };
	},
};
