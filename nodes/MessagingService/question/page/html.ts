import escapeHtml from 'escape-html';

/** HTML that stands in a page as it is. It holds no text of a visitor, unless that was escaped. */
export class Html {
	constructor(readonly source: string) {}
}

/** A content of HTML. Text is escaped, and undefined leaves no trace. */
type Content = string | Html | Content[] | undefined;

/** Returns a template as HTML: escapes all that is put into it, except what is HTML already. */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
	return new Html(String.raw({ raw: parts }, ...contents.map(render)));
}

function render(content: Content): string {
	if (content === undefined) return '';
	if (typeof content === 'string') return escapeHtml(content);

	return Array.isArray(content) ? content.map(render).join('') : content.source;
}
