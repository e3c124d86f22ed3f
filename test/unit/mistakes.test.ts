import type { INode } from 'n8n-workflow';

import { InputError } from '../../nodes/MessagingService/errors/inputError';
import { mistakesError } from '../../nodes/MessagingService/execution/report/errors';
import { accountOf } from '../support/account';

const NODE = { name: 'Messaging Service' } as INode;
const mistake = (itemIndex: number) => ({
	kind: 'mistake' as const,
	itemIndex,
	error: new InputError('It is empty', 'Fill it in.'),
	isDry: false,
});

const noResults = () => accountOf(3, { node: NODE });

describe.each([1, 2])('%i items that cannot be read', (count) => {
	const mistakes = [mistake(1), mistake(2)].slice(0, count);

	it('keep all from being sent', () => {
		const error = mistakesError(mistakes, noResults());
		expect(error).toMatchObject({
			description: expect.stringContaining('None of the input items was sent.') as unknown,
		});
	});

	it('hide nothing of what an earlier try of Retry On Fail has sent', () => {
		const account = noResults();
		account.results.add(0, { status: 'sent', items: [{}] });
		const error = mistakesError(mistakes, account);
		expect(error).toMatchObject({
			description: expect.stringContaining('Sent: item 0 (1 of 3).') as unknown,
		});
		expect(error).not.toMatchObject({
			description: expect.stringContaining('None of') as unknown,
		});
	});
});
