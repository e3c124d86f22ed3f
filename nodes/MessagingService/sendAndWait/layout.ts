import type { Html } from './html';
import { html } from './html';

// No script, no font, no image: nothing that a phone would have to fetch.
const STYLE = html`
	:root { color-scheme: light dark; --line: #8888; --go: #1a5fd0; --bad: #b3261e; } @media
	(prefers-color-scheme: dark) { :root { --go: #2f74e0; --bad: #ff8a80; } } * { box-sizing:
	border-box; } body { margin: 0; padding: 2rem 1.25rem; font: 1.0625rem/1.5 system-ui, sans-serif;
	} main { max-width: 30rem; margin: 0 auto; overflow-wrap: anywhere; } h1 { margin: 0 0 1rem;
	font-size: 1.375rem; line-height: 1.3; } p { margin: 0 0 1.25rem; white-space: pre-line; }
	fieldset { margin: 0 0 1.25rem; padding: 0; border: 0; } legend, label.above { display: block;
	margin-bottom: .375rem; padding: 0; font-weight: 600; } .field { margin-bottom: 1.25rem; } .choice
	{ display: flex; gap: .625rem; align-items: center; min-height: 2.75rem; } .choice input { width:
	1.25rem; height: 1.25rem; flex: none; } input, textarea, select { font: inherit; } .wide { width:
	100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius:
	.5rem; } textarea.wide { min-height: 8rem; } .problem { margin: .375rem 0 0; color: var(--bad); }
	.note { margin-top: .75rem; color: GrayText; font-size: .9375rem; } button { width: 100%;
	min-height: 3rem; padding: .625rem 1rem; border: 0; border-radius: .5rem; background: var(--go);
	color: #fff; font: inherit; font-weight: 600; } :focus-visible { outline: 3px solid var(--go);
	outline-offset: 2px; }
`;

/** Gives a whole page. */
export function page(title: string, content: Html): string {
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>${title}</title>
				<style>
					${STYLE}
				</style>
			</head>
			<body>
				<main>${content}</main>
			</body>
		</html> `.source;
}
