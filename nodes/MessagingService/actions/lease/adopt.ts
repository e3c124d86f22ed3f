import type { IDataObject } from 'n8n-workflow';

import { ADOPT_ONCE_KEY } from '../../fields/options';
import { DEFAULT_COUNTRY, leasedNumber } from '../../fields/phoneNumber';
import { ADOPT } from '../../service/leases';
import { ADOPTING_TOOL } from '../agentTexts';
import type { Operation } from '../operation';

/** What the operations that adopt have in common. */
export const ADOPTS = {
	onceKey: ADOPT_ONCE_KEY,
	notice:
		"Each run adopts another number and costs money. While you build, pin the output or set 'Adopt Once Key'.",
	toolNotice: ADOPTING_TOOL,
} as const;

const NUMBER = leasedNumber('Number to lease, from those that are available', 'list');

/** Returns the response to an adoption with the adopted number, which it does not name, in front. */
export function adopted(number: string, response: IDataObject): IDataObject {
	return Object.assign({ number }, response, { number });
}

/** lease.adopt: POST /enterprise/lease/register/{number} (section 4.7 of docs/service.md). */
export const adopt: Operation = {
	name: 'Adopt',
	action: 'Adopt number',
	description: "Lease a phone number that you choose. Requires your provider's Enterprise plan.",
	...ADOPTS,
	fields: [NUMBER],
	options: [DEFAULT_COUNTRY],
	prepare(read) {
		const number = read(NUMBER);
		return {
			lane: number,
			carryOut: async (service) =>
				adopted(number, await service.request(ADOPT, { target: number })),
		};
	},
};
