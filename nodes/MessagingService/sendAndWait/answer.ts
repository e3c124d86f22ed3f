import type { IDataObject } from 'n8n-workflow';

import type { Button, Question } from './question';

/** Name of the buttons of an approval in the form that a page sends. */
export const DECISION = 'approved';

/** An answer to a question. */
export interface Answer {
	/** The button that was pressed; undefined for a free text. */
	button?: Button;
	/** The comment or the free text, as it was typed. */
	text?: string;
}

/** Reads the answer from the form that a page sent; undefined where no button was pressed, or the free text is empty. */
export function readAnswer(
	{ buttons, field }: Question,
	body: IDataObject | undefined,
): Answer | undefined {
	const button = buttons?.find(({ approved }) => body?.[DECISION] === String(approved));
	const text = field && textOf(body?.[field]);

	const isComplete = buttons ? button : text;
	return isComplete ? { button, text } : undefined;
}

/** Returns a text as it was typed; undefined where there is nothing but spaces. */
function textOf(typed: unknown): string | undefined {
	if (typeof typed !== 'string' || !typed.trim()) return undefined;

	// A browser sends a line break as two characters.
	return typed.replace(/\r\n/g, '\n');
}

/** Returns the node's output for an answer. */
export function outputOf({ button, text }: Answer): IDataObject {
	if (!button) return { text };

	const { approved } = button;
	if (!text) return { approved };

	// n8n's AI agents read `chatInput` as what a person who declines wants instead.
	return approved ? { approved, comment: text } : { approved, comment: text, chatInput: text };
}
