import escapeHtml from 'escape-html';

/** HTML that may stand in a page as it is: nothing that a visitor has typed, unless it was escaped. */
export class Html {
	constructor(readonly source: string) {}
}

/** A content of HTML. Text is escaped, and undefined leaves no trace. */
type Content = string | Html | Content[] | undefined;

/** Returns a template as HTML: escapes all that is put into it, except what is HTML already. */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
	return new Html(
		parts.reduce((source, part, index) => source + render(contents[index - 1]) + part),
	);
}

/** Attributes of an element: true is one without a value, false and undefined are none. */
export type Attributes = Record<string, string | boolean | undefined>;

/** Returns attributes as HTML, escaped. */
export function attributes(values: Attributes): Html {
	const source = Object.entries(values).map(([name, value]) => {
		if (value === undefined || value === false) return '';
		return value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
	});
	return new Html(source.join(''));
}

function render(content: Content): string {
	if (content === undefined) return '';
	if (content instanceof Html) return content.source;
	return Array.isArray(content) ? content.map(render).join('') : escapeHtml(content);
}
