import { describeCostly } from '../service/smsCharacters';
import type { SmsParts } from '../service/smsParts';
import type { Hints } from './hints';
import { ranges } from './progress';

/** Tells users of texts that were sent as more than one SMS. */
export class SmsReport {
	private parts = 0;

	private readonly itemIndexes: number[] = [];

	private readonly outsideGsm = new Set<string>();

	/** Called for each text that was sent. */
	add({ count, encoding, costly }: SmsParts, itemIndex: number): void {
		if (count === 1) return;
		this.parts += count;
		this.itemIndexes.push(itemIndex);
		if (encoding === 'GSM-7') return;
		for (const character of costly) this.outsideGsm.add(character);
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
		const why = this.outsideGsm.size > 0 ? ` ${describeCostly('UCS-2', [...this.outsideGsm])}` : '';
		const message = `${what} ${where}: most carriers charge for each part.${why}`;
		hints.add({ message, type: 'info', location: 'outputPane' });
	}
}
