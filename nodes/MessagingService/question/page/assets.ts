import { createHash } from 'node:crypto';

/** The look of the pages. Its variables have the names of n8n's own forms, so that one styling serves both. */
export const STYLE = `
:root {
	color-scheme: light dark;
	--font-family: system-ui, sans-serif;
	--container-width: 30rem;
	--border-radius-input: .5rem;
	--submit-btn-height: 3rem;
	--color-background: #fff;
	--color-header: #1c1c21;
	--color-html-text: #1c1c21;
	--color-header-subtext: #55565c;
	--color-label: #1c1c21;
	--color-card-bg: #fff;
	--color-input-text: #1c1c21;
	--color-input-border: #71737b;
	--color-submit-btn-bg: #1a5fd0;
	--color-submit-btn-text: #fff;
	--color-focus-border: #1a5fd0;
	--color-error: #b3261e;
}
@media (prefers-color-scheme: dark) {
	:root {
		--color-background: #17181c;
		--color-header: #ececf1;
		--color-html-text: #ececf1;
		--color-header-subtext: #b6b8c0;
		--color-label: #ececf1;
		--color-card-bg: #202127;
		--color-input-text: #ececf1;
		--color-input-border: #9092a0;
		--color-submit-btn-bg: #8ab4f8;
		--color-submit-btn-text: #0c1a33;
		--color-focus-border: #8ab4f8;
		--color-error: #ff9c92;
	}
}
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1.25rem; background: var(--color-background); color: var(--color-html-text); font: 1.0625rem/1.5 var(--font-family); }
main { max-width: var(--container-width); margin: 0 auto; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; color: var(--color-header); font-size: 1.375rem; line-height: 1.3; }
p { margin: 0 0 1.25rem; }
.written { white-space: pre-line; }
label { display: block; margin-bottom: .375rem; color: var(--color-label); font-weight: 600; }
textarea { display: block; width: 100%; min-height: 8rem; margin-bottom: 1.25rem; padding: .5rem .75rem; border: 1px solid var(--color-input-border); border-radius: var(--border-radius-input); background: var(--color-card-bg); color: var(--color-input-text); font: inherit; }
textarea[aria-invalid] { margin-bottom: .375rem; border: 2px solid var(--color-error); }
#problem { color: var(--color-error); }
.note { color: var(--color-header-subtext); font-size: .9375rem; }
dl { margin: 0 0 1.25rem; }
dt { color: var(--color-label); font-weight: 600; }
dd { margin: 0 0 .75rem; white-space: pre-line; }
.buttons { display: grid; gap: .75rem; margin-bottom: .75rem; }
button { width: 100%; min-height: var(--submit-btn-height); padding: .625rem 1rem; border: 2px solid var(--color-submit-btn-bg); border-radius: var(--border-radius-input); background: var(--color-submit-btn-bg); color: var(--color-submit-btn-text); font: inherit; font-weight: 600; }
button[aria-disabled] { opacity: .5; }
.status { min-height: 1.5em; margin: 0; }
button.other { background: transparent; color: var(--color-submit-btn-bg); }
:focus-visible { outline: 3px solid var(--color-focus-border); outline-offset: 2px; }
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
