import type { INode } from 'n8n-workflow';

import { Outcomes } from '../../nodes/MessagingService/execution/itemResults';

const node = { name: 'Send', onError: 'continueErrorOutput' } as INode;

describe('an item that failed', () => {
	const failed = () => {
		const outcomes = new Outcomes(node, 1, true);
		outcomes.add(0, { status: 'notSent', isFinal: false, error: new Error('No') });
		return outcomes.output()[0];
	};

	it('tells n8n of its error, which n8n does not copy along', () => {
		const item = failed();
		expect(item.error?.message).toBe('No');
		expect(Object.keys(item)).toEqual(['json', 'pairedItem']);
	});

	it('lets n8n take the error away, as n8n before 1.121 does', () => {
		const item = failed();
		item.error = undefined;
		expect(item.error).toBeUndefined();
	});
});
