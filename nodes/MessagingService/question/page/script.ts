import { createHash } from 'node:crypto';

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
