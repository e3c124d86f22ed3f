import escapeHtml from 'escape-html';

/** HTML that stands in a page as it is. It holds no text of a visitor, unless that was escaped. */
export class Html {
	constructor(readonly source: string) {}
}

/** Attributes of an element: true is one without a value, false and undefined are none. */
export type Attributes = Record<string, string | boolean | undefined>;

/** A content of HTML. Text is escaped, and undefined leaves no trace. */
type Content = string | Html | Attributes | Content[] | undefined;

/** Returns a template as HTML: escapes all that is put into it, except what is HTML already. */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
	return new Html(String.raw({ raw: parts }, ...contents.map(render)));
}

function render(content: Content): string {
	if (content === undefined) return '';
	if (typeof content === 'string') return escapeHtml(content);
	if (content instanceof Html) return content.source;
	if (Array.isArray(content)) return content.map(render).join('');

	return Object.entries(content).map(renderAttribute).join('');
}

function renderAttribute([name, value]: [string, Attributes[string]]): string {
	if (value === undefined || value === false) return '';
	return value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
}
