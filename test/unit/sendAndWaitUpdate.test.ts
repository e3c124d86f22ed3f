import type { IDataObject, INodeParameters } from 'n8n-workflow';

import newestQuestions from '../support/sentQuestions/7ecc815.json';
import firstQuestions from '../support/sentQuestions/8fd8d59.json';
import beforeStateQuestions from '../support/sentQuestions/9790234.json';
import oneLinkQuestions from '../support/sentQuestions/b5202d7.json';
import { visit, type Visit } from '../support/visiting';

/** A question that an older build has sent, with all that n8n stored of it. */
interface SentQuestion {
	name: string;
	/** Counts the questions of the node in its execution. */
	round: number;
	parameters: INodeParameters;
	/** The text that was sent. */
	text: string;
	/** The node's memory, stored with the execution. */
	memory: object;
}

/** Made by the builds of these commits (test/support/sentQuestions/README.md). */
const BUILDS: Array<[build: string, questions: SentQuestion[]]> = [
	['8fd8d59, with a link for each answer', firstQuestions as unknown as SentQuestion[]],
	['b5202d7, with one link', oneLinkQuestions as unknown as SentQuestion[]],
	['9790234, with settings refused', beforeStateQuestions as unknown as SentQuestion[]],
	['7ecc815, with the state of an execution', newestQuestions as unknown as SentQuestion[]],
];

/** An answer to any of the questions, as a browser sends it. */
const FILLED_IN = {
	approved: 'true',
	text: 'At 7',
	'field-0': 'Ada',
	'field-1': '2030-01-31',
	'field-2': 'Tea',
};

const linksIn = (text: string) => text.match(/https?:\/\/\S+/g) ?? [];

/** The buttons of an approval, by what they decide. */
const decisionsOf = ({ page }: Visit) =>
	[...page.matchAll(/name="approved" value="(\w+)"/g)].map(([, approved]) => approved);

describe.each(BUILDS)('a question of build %s', (_, questions) => {
	const each = questions.map((question) => [`${question.name}, round ${question.round}`, question]);

	it.each(each as Array<[string, SentQuestion]>)('opens after an update: %s', (_name, asked) => {
		const { parameters, memory, text } = asked;
		const links = linksIn(text);
		expect(links.length).toBeGreaterThan(0);
		for (const link of links) {
			const { status, page, data } = visit(parameters, { memory, link });
			expect([status, data]).toEqual([200, undefined]);
			expect(page).toContain(String(parameters.message));
		}
	});

	it.each(each as Array<[string, SentQuestion]>)('decides after an update: %s', (_name, asked) => {
		const { parameters, memory, text } = asked;
		for (const link of linksIn(text)) {
			const [approved] = decisionsOf(visit(parameters, { memory, link }));
			const typed = { ...FILLED_IN, approved };
			const { data } = visit(parameters, { memory, link, typed });
			expect(data).toMatchObject(expectedOf(parameters, approved));
		}
	});

	it('is closed by the next question of its execution', () => {
		const later = questions.filter(({ round }) => round === 2);
		expect(later.length).toBeGreaterThan(0);
		for (const { name, parameters, memory } of later) {
			const earlier = questions.find((question) => question.name === name && question.round === 1);
			const link = linksIn(earlier?.text ?? '')[0];
			expect(visit(parameters, { memory, link, typed: FILLED_IN }).status).toBe(410);
		}
	});
});

it('a link of the first build that stands for one answer shows its button alone', () => {
	const asked = firstQuestions.find(({ name }) => name === 'an approval or a refusal');
	const { parameters, memory, text } = asked as unknown as SentQuestion;
	const shown = linksIn(text).map((link) => decisionsOf(visit(parameters, { memory, link })));
	expect(shown).toEqual([['true'], ['false']]);
	const [approve] = linksIn(text);
	const other = visit(parameters, { memory, link: approve, typed: { approved: 'false' } });
	expect([other.status, other.data]).toEqual([422, undefined]);
});

function expectedOf({ responseType }: INodeParameters, approved: string): IDataObject {
	const respondedAt = expect.any(String) as unknown as string;
	if (responseType === 'freeText') return { text: 'At 7', respondedAt };
	if (responseType === 'customForm') return { respondedAt };
	return { approved: approved === 'true', respondedAt };
}
