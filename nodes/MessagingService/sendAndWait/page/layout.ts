import { attributes, Html, html } from './html';
import { directionOf } from './languages';
import type { PageSettings } from './settings';
import { STYLE } from './style';

/** The heading of a page, and its title. */
interface Heading {
	/** The page's own heading, in its language. */
	own: string;
	/** The heading of the workflow's author, which replaces it. */
	written?: string;
	/** The words before it in the title alone. */
	before?: string;
}

/** Lets a page load nothing but what it holds itself. n8n replaces the header of the last page, not this policy. */
export const POLICY =
	"default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'";

/** On an element with a text of the workflow's author: its language is its own, and so is its direction. */
export const WRITTEN = attributes({ class: 'written', lang: '', dir: 'auto' });

/** Returns a whole page. */
export function page(
	{ language, responseFormCustomCss: css = '' }: PageSettings,
	{ own, written, before }: Heading,
	content: Html,
): string {
	// Nothing ends a style element but its end tag.
	const style = new Html(`${STYLE}${css.replace(/<\//g, '<\\/')}`);
	return html`<!doctype html>
		<html lang="${language}" dir="${directionOf(language)}">
			<head>
				<meta charset="utf-8" />
				<meta http-equiv="Content-Security-Policy" content="${POLICY}" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>${before}${written ?? own}</title>
				<style>
					${style}
				</style>
			</head>
			<body>
				<main>
					${written ? html`<h1 ${WRITTEN}>${written}</h1>` : html`<h1>${own}</h1>`}${content}
				</main>
			</body>
		</html> `.source;
}
