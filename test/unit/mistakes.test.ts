import type { INode } from 'n8n-workflow';

import { InputError } from '../../nodes/MessagingService/errors/inputError';
import { quoteValue } from '../../nodes/MessagingService/errors/quote';
import { mistakesError } from '../../nodes/MessagingService/execution/report/errors';
import { memberOf } from '../../nodes/MessagingService/object';
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

describe('several items that cannot be read', () => {
	const TOKEN = ['mS4-Zt8kQ2vL0xW9rB6nJ3hY7', 'dF1gC5pT'].join('');

	const descriptionOf = (errors: unknown[]) => {
		const account = accountOf(errors.length, { node: NODE });
		account.results.secrets.add(TOKEN);
		const mistakes = errors.map((error, itemIndex) => ({ ...mistake(itemIndex), error }));
		return String(memberOf(mistakesError(mistakes, account), 'description'));
	};

	it('are all named with their values, but for a value that holds an API token', () => {
		const values = ['abc', 'call "me"', `"${TOKEN}`, 'n/a "', TOKEN.slice(3, 11), 'last'];
		const description = descriptionOf(
			values.map(
				(value, index) =>
					new InputError(`'To' "${quoteValue(value)}" is no number`, `Do ${index % 2}.`),
			),
		);

		const hidden = `'To' "(not shown: it contains the API token)" is no number`;
		expect(description).toContain(`Item 0: 'To' "abc" is no number.`);
		expect(description).toContain(`Item 1: 'To' "call "me"" is no number.`);
		expect(description).toContain(`Item 2: ${hidden}.`);
		expect(description).toContain(`Item 3: 'To' "n/a "" is no number.`);
		expect(description).toContain(`Item 4: ${hidden}.`);
		expect(description).toContain(`Item 5: 'To' "last" is no number.`);
	});

	it("are all named where n8n's own errors about them are long", () => {
		const long = (index: number) => new Error(`Unit "${index} ${'of many words '.repeat(65)}"`);
		const others = [new InputError('\'To\' "abc" is no number', 'Check it.')];
		const description = descriptionOf([...[0, 1, 2, 3, 4, 5, 6].map(long), ...others]);

		for (const index of [0, 1, 2, 3, 4, 5, 6]) {
			expect(description).toContain(`Item ${index}: Unit "${index} of many words`);
		}
		expect(description).toContain(`Item 7: 'To' "abc" is no number.`);
	});
});
