import type { INodeParameters } from 'n8n-workflow';

import { LANGUAGES } from '../../nodes/MessagingService/sendAndWait/languages';
import { visit } from '../support/visiting';

const asking = (approvalType: string, options: INodeParameters = {}): INodeParameters => ({
	approvalOptions: { values: { approvalType, askComment: true } },
	options,
});

const BOTH = asking('double');

const answer = (approved: string | undefined, comment: string, parameters = BOTH) =>
	visit(parameters, { typed: { comment, ...(approved && { approved }) } });

const TIME = expect.stringMatching(/^\d{4}-/);

describe('a comment beside an approval', () => {
	it('is asked for only where the author wants one', () => {
		expect(visit({ approvalOptions: { values: { approvalType: 'double' } } }).page).not.toContain(
			'<textarea',
		);
		expect(visit({ approvalOptions: { values: { askComment: false } } }).page).not.toContain(
			'<textarea',
		);
	});

	it.each(['single', 'double'])('is a text area, and optional, with the approval "%s"', (type) => {
		const { page } = visit(asking(type));
		expect(page).toMatch(/<label class="above" for="comment">Comment \(optional\)<\/label>/);
		expect(page).toMatch(/<textarea [^>]*name="comment"/);
		// Nothing to type into that sends the page by Enter.
		expect(page).not.toContain('<input');
	});

	it.each(Object.entries(LANGUAGES))(
		'is asked for in %s',
		(pageLanguage, { labels: { comment, optional } }) => {
			const { page } = visit(asking('double', { pageLanguage }));
			expect(page).toContain(`>${comment} (${optional})</label>`);
		},
	);

	it('goes with the button that approves', () => {
		expect(answer('true', 'The white one').data).toEqual({
			approved: true,
			comment: 'The white one',
			respondedAt: TIME,
		});
	});

	it('tells an AI agent what the person who declines wants instead', () => {
		expect(answer('false', 'Use the French number instead').data).toEqual({
			approved: false,
			comment: 'Use the French number instead',
			chatInput: 'Use the French number instead',
			respondedAt: TIME,
		});
	});

	it.each(['', '  \r\n\t '])('that is %j is none', (comment) => {
		expect(answer('false', comment).data).toEqual({ approved: false, respondedAt: TIME });
		expect(answer('true', comment).data).toEqual({ approved: true, respondedAt: TIME });
	});

	it.each([
		['of 5,000 characters', 'No lamp, please. '.repeat(294).slice(0, 5000)],
		['of 10,000 characters, each a line break', `${'\n'.repeat(9999)}x`],
		['with HTML', '</textarea><script>alert(1)</script> & "more"'],
		['from right to left', 'לא, תודה\nالرقم الفرنسي'],
	])('%s comes as it was typed', (_, comment) => {
		// A browser sends a line break as two characters.
		const { data, page } = answer('false', comment.replaceAll('\n', '\r\n'));
		expect(data).toMatchObject({ comment, chatInput: comment });
		expect(page).not.toContain('<script>');
	});

	it.each([
		['no button was pressed', undefined, 'No lamp', 'Please choose'],
		['it is too long', 'false', 'No lamp'.padEnd(10_001, '!'), 'at most 10,000 characters'],
	])('stays where it was typed when %s', (_, approved, comment, words) => {
		const { status, page, data } = answer(approved, comment);
		expect([status, data]).toEqual([422, undefined]);
		expect(page).toContain(`\n${comment}</textarea>`);
		expect(page).toContain(words);
		expect(page).toContain('<title>Please check your answer: ');
	});

	it('is shown as recorded', () => {
		expect(answer('false', 'No lamp').page).toMatch(/<dt>Comment<\/dt><dd><bdi lang="">No lamp</);
	});
});
