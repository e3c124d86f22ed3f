import { createHash } from 'node:crypto';

/** The look of the pages, light and dark. */
export const STYLE = `
:root {
	color-scheme: light dark;
	--background: #fff;
	--text: #1c1c21;
	--note: #55565c;
	--line: #71737b;
	--accent: #1a5fd0;
	--on-accent: #fff;
}
@media (prefers-color-scheme: dark) {
	:root {
		--background: #17181c;
		--text: #ececf1;
		--note: #b6b8c0;
		--line: #9092a0;
		--accent: #8ab4f8;
		--on-accent: #0c1a33;
	}
}
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1.25rem; background: var(--background); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3; }
p { margin: 0 0 1.25rem; }
.written { white-space: pre-line; }
label { display: block; margin-bottom: .375rem; font-weight: 600; }
textarea { display: block; width: 100%; min-height: 8rem; margin-bottom: 1.25rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: transparent; color: inherit; font: inherit; }
.note { color: var(--note); font-size: .9375rem; }
dl { margin: 0 0 1.25rem; }
dt { font-weight: 600; }
dd { margin: 0 0 .75rem; white-space: pre-line; }
.buttons { display: grid; gap: .75rem; margin-bottom: .75rem; }
button { width: 100%; min-height: 3rem; padding: .625rem 1rem; border: 2px solid var(--accent); border-radius: .5rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; }
button[aria-disabled] { opacity: .5; }
.status { min-height: 1.5em; margin: 0; }
button[value="false"] { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

/**
 * Keeps a double tap from sending an answer twice: n8n shows its own error for the second one, and the person thinks that
 * the first one failed. The answer does not depend on it: without a script, the form sends the same.
 *
 * The buttons are marked as switched off, and a second submit is stopped. A button that is really disabled would send no
 * value, and lose the cursor. They work again after Back, and after 15 seconds, for when the connection was lost.
 */
export const SCRIPT = `
const form = document.querySelector('form');
const status = document.querySelector('[role=status]');
let isSending = false;
let timer;
function show(sending) {
	isSending = sending;
	clearTimeout(timer);
	for (const button of form.querySelectorAll('button')) {
		if (sending) button.setAttribute('aria-disabled', 'true');
		else button.removeAttribute('aria-disabled');
	}
	status.textContent = sending ? status.dataset.sending : '';
}
form.addEventListener('submit', (event) => {
	if (isSending) return event.preventDefault();
	show(true);
	timer = setTimeout(show, 15000, false);
});
addEventListener('pageshow', () => show(false));
`;

/** Lets a page run this script and no other (Content-Security-Policy). */
export const SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;
