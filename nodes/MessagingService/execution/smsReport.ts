import { smsParts } from '../service/smsParts';
import type { Hints } from './hints';
import { ranges } from './progress';

/** Most characters that are named one by one. */
const MAX_NAMED = 10;

/** Tells users of texts that were sent as more than one SMS. */
export class SmsReport {
	private parts = 0;

	private readonly itemIndexes: number[] = [];

	private readonly outsideGsm = new Set<string>();

	/** Called for each text that was sent. */
	add(text: string, itemIndex: number): void {
		const { count, outsideGsm } = smsParts(text);
		if (count === 1) return;
		this.parts += count;
		this.itemIndexes.push(itemIndex);
		for (const character of outsideGsm) this.outsideGsm.add(character);
	}

	/** Adds what there is to tell. */
	end(hints: Hints): void {
		const { length } = this.itemIndexes;
		if (length === 0) return;
		const what =
			length === 1
				? `A text was sent as ${this.parts} SMS parts`
				: `${length} texts were sent as ${this.parts} SMS parts`;
		const where = `(${length === 1 ? 'item' : 'items'} ${ranges(this.itemIndexes)})`;
		const why = this.outsideGsm.size > 0 ? ` ${describeCharacters([...this.outsideGsm])}` : '';
		const message = `${what} ${where}: most carriers charge for each part.${why}`;
		hints.add({ message, type: 'info', location: 'outputPane' });
	}
}

function describeCharacters(characters: string[]): string {
	const named = characters.slice(0, MAX_NAMED).map(nameOf).join(', ');
	const more = characters.length > MAX_NAMED ? ` and ${characters.length - MAX_NAMED} more` : '';
	return `Not in the alphabet of SMS (GSM 03.38): ${named}${more}. A text with such a character has room for 70 characters in place of 160, and for 67 in place of 153 in each of several parts.`;
}

/** Gives a character with its code, by which also one can be found that does not show, such as a hard space. */
function nameOf(character: string): string {
	const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (U+${code})` : `U+${code}`;
}
