/** A recipient whose messages always meet the same trouble, so that people can try errors by hand. */
export interface TrialNumber {
	/** E.164 with the plus. */
	e164: string;
	/** For people: country code and punctuation. */
	formatted: string;
	trouble: 'refused' | 'noWhatsApp' | 'limited' | 'failing' | 'slow' | 'silent';
	/** The result that a sender sees, in words. */
	shows: string;
}

function trial(lastDigits: string, trouble: TrialNumber['trouble'], shows: string): TrialNumber {
	const line = `01${lastDigits}`;
	return { e164: `+1808555${line}`, formatted: `+1 (808) 555-${line}`, trouble, shows };
}

/** Milliseconds until a message to the slow recipient is answered. */
export const SLOW_MS = 5_000;

/**
 * Recipients from the range that is kept for fiction. Their last digits tell what happens: 22 as in 422, 24 beside
 * it, 29 as in 429, 03 as in 503, 05 for five seconds, 99 for never.
 */
export const TRIAL_NUMBERS: readonly TrialNumber[] = [
	trial('22', 'refused', 'is refused (422)'),
	trial('24', 'noWhatsApp', 'is refused over WhatsApp (422), sent otherwise'),
	trial('29', 'limited', 'is always rate-limited (429)'),
	trial('03', 'failing', 'fails (503)'),
	trial('05', 'slow', `is sent, but answered after ${SLOW_MS / 1000} s`),
	trial('99', 'silent', 'is never answered (time-out)'),
];
