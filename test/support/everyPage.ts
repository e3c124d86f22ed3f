import { visit } from './visiting';

const approval = (values: object) => ({
	message: 'Ada asks for a desk lamp ($48).\nIs that all right?',
	approvalOptions: {
		values: { approvalType: 'double', disapproveLabel: 'No, thanks', ...values },
	},
});

const FREE = { message: 'When can you come?', responseType: 'freeText' };

/** Letters of both directions, markup, and more lines than the field shows. */
const LONG = 'No <b>lamp</b>, נורה or مصباح!\n'.repeat(165);

/** Every page in a language, by what it is. */
export async function everyPage(
	pageLanguage: string,
): Promise<Array<[what: string, page: string]>> {
	const options = { pageLanguage };
	const plain = { ...approval({}), options };
	const commented = {
		...approval({ askComment: true }),
		options: { ...options, responseFormTitle: 'Lamps' },
	};
	const free = { ...FREE, options };
	const broken = { ...plain, responseType: 'essay' };

	const visits = {
		'the page of an approval': visit(plain),
		'the page of an approval with a comment': visit(commented),
		'the page of a free text': visit(free),
		'the page after an approval': visit(plain, { typed: { approved: 'true' } }),
		'the page after a refusal': visit(commented, { typed: { approved: 'false', comment: LONG } }),
		'the page after a free text': visit(free, { typed: { text: 'At 7\nor 8' } }),
		'the page of a closed question': visit(plain, { question: '7' }),
		'the page of a failure': visit(broken, { acceptLanguage: pageLanguage }),
	};
	const pages = Object.entries(visits).map(
		async ([what, visited]) => [what, (await visited).page] as [string, string],
	);
	return await Promise.all(pages);
}
