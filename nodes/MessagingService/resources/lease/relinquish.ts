import { leasedNumber } from '../../parameters/leasedNumber';
import { notice, REVIEW_TIP, toolNotice } from '../../parameters/parameter';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import type { Operation } from '../operation';

const NUMBER = leasedNumber({
	description: 'The adopted number to give back, with country code',
	isListed: false,
});

/** lease.relinquish: POST /enterprise/lease/relinquish/{number} (section 4.8 of docs/service.md). */
export const relinquish: Operation = {
	name: 'Relinquish',
	action: 'Relinquish number',
	subtitle: 'Relinquish Number',
	description: 'Give an adopted phone number back. It may not be possible to get it again.',
	effect: 'changes',
	parameters: [
		notice(
			'lossNotice',
			'A number that is given back may go to somebody else: you may not get it again',
		),
		toolNotice(`The AI agent decides which number this gives back, and when. ${REVIEW_TIP}`),
		NUMBER,
		DEFAULT_COUNTRY,
	],
	prepare(read) {
		const number = read(NUMBER);
		return { lane: number, run: async (service) => await service.relinquish(number) };
	},
};
