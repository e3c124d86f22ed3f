import type { Question } from './question';

/** Says in the message how to answer: each link on a line of its own, after what it does. */
export function withLinks(
	message: string,
	question: Question,
	link: (query?: Record<string, string>) => string,
): string {
	const answers =
		question.kind === 'form'
			? [`${question.linkLabel}: ${link()}`]
			: [
					`${question.approveLabel}: ${link({ approved: 'true' })}`,
					...(question.disapproveLabel
						? [`${question.disapproveLabel}: ${link({ approved: 'false' })}`]
						: []),
				];
	return [message, ...answers].join('\n\n');
}
