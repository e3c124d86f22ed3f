import type { INode } from 'n8n-workflow';

import { Secrets } from '../../nodes/MessagingService/errors/secrets';
import { ItemResults } from '../../nodes/MessagingService/execution/itemResults';

const node = { name: 'Send', onError: 'continueErrorOutput' } as INode;

describe('an item that failed', () => {
	const failed = () => {
		const results = new ItemResults(node, new Secrets(), 1);
		results.add(0, { status: 'notSent', error: new Error('No') });
		return results.output()[0];
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
