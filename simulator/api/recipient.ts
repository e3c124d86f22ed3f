/** Sender of messages without `from`. */
export const SENDER = '+12025550100';

const E164 = /^\+[1-9]\d{6,14}$/;
const NORTH_AMERICAN_NATIONAL = /^1?([2-9]\d{2}[2-9]\d{6})$/;

/**
 * Returns a recipient of POST /send/text in E.164 (sections 1 and 7 of `docs/service.md`): without punctuation, and a
 * North American national number with its country code. Returns undefined where that is not enough.
 */
export function toE164(typed: string): string | undefined {
	const compact = typed.replace(/[\s().-]/g, '');
	if (E164.test(compact)) return compact;

	const national = NORTH_AMERICAN_NATIONAL.exec(compact)?.[1];
	return national && `+1${national}`;
}
