import { attributes, Html, html } from './html';
import type { LanguageCode } from './languages';
import { directionOf } from './languages';
import { STYLE } from './style';

/** What all pages of a question have in common. */
export interface Look {
	language: LanguageCode;
	/** Styling of the workflow's author. */
	css?: string;
}

/** Returns a whole page. */
export function page({ language, css = '' }: Look, title: string, content: Html): string {
	// Nothing ends a style element but its end tag.
	const style = new Html(`${STYLE}${css.replace(/<\//g, '<\\/')}`);
	return html`<!doctype html>
		<html lang="${language}" dir="${directionOf(language)}">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>${title}</title>
				<style>
					${style}
				</style>
			</head>
			<body>
				<main>${content}</main>
			</body>
		</html> `.source;
}

/** On an element with a text of the workflow's author: its language is its own, and so is its direction. */
export const WRITTEN = attributes({ class: 'written', lang: '', dir: 'auto' });

/** Returns the heading of a page: that of the workflow's author, or else one in the language of the page. */
export function heading(title: string | undefined, own: string): Html {
	return title ? html`<h1 ${WRITTEN}>${title}</h1>` : html`<h1>${own}</h1>`;
}
