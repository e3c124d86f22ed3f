/** Multiplies a hash before each character: odd, so that no bit is lost. */
const FACTOR = 0x9e3779b1;

/**
 * Finds runs of characters that stand in any of many texts. Only every few places of the texts are noted, each with the
 * characters that begin there: so few that one of these pieces is in every run. What stands around the piece decides.
 *
 * A Set of all runs would be shorter to write, but n8n would stand still for a second while it is filled with the tokens
 * of 1,000 items.
 */
export class Runs {
	/** How far the noted places are from one another. */
	private readonly step: number;

	private readonly pieceLength: number;

	/** The texts, one behind another, with a zero between. */
	private readonly codes: Uint16Array;

	/** The last noted place of each hash. */
	private readonly lastPlaces: Int32Array;

	/** By number of a place, the place before it with the same hash. -1 ends the list. */
	private readonly placesBefore: Int32Array;

	/** @param length characters of a run */
	constructor(
		texts: string[],
		private readonly length: number,
	) {
		this.step = Math.floor(length / 2);
		this.pieceLength = length - this.step + 1;
		this.codes = codesOf(texts.join('\0'));

		const count = Math.ceil(this.codes.length / this.step);
		this.placesBefore = new Int32Array(count);
		this.lastPlaces = new Int32Array(2 ** Math.ceil(Math.log2(count + 1))).fill(-1);

		const end = this.codes.length - this.pieceLength;
		for (let place = 0; place <= end; place += this.step) this.note(place);
	}

	/** Tells whether a text has a run of characters that one of the texts has. */
	hasAny(text: string): boolean {
		const codes = codesOf(text);
		for (let start = 0; start + this.pieceLength <= codes.length; start++) {
			if (this.isInRun(codes, start)) return true;
		}
		return false;
	}

	private note(place: number): void {
		const hash = this.hashOf(this.codes, place);
		const last = this.lastPlaces[hash];
		// Many tokens begin alike: a place with the same characters around it would find nothing more.
		const most = this.length + this.step;
		if (last >= 0 && this.sharedLength(this.codes, place, last) === most) return;

		this.placesBefore[place / this.step] = last;
		this.lastPlaces[hash] = place;
	}

	/** Tells whether the piece that begins here is noted, with enough of what stands around it to be a run. */
	private isInRun(codes: Uint16Array, start: number): boolean {
		let place = this.lastPlaces[this.hashOf(codes, start)];
		while (place >= 0) {
			if (this.sharedLength(codes, start, place) >= this.length) return true;
			place = this.placesBefore[place / this.step];
		}
		return false;
	}

	/**
	 * Returns how many characters around a place are the same as around a place of the texts: at most a step before it, and
	 * as many as a run has from it on.
	 */
	private sharedLength(codes: Uint16Array, start: number, place: number): number {
		const most = Math.min(codes.length - start, this.codes.length - place, this.length);
		let after = 0;
		while (after < most && codes[start + after] === this.codes[place + after]) after++;

		const first = Math.min(start, place, this.step);
		let before = 0;
		while (before < first && codes[start - before - 1] === this.codes[place - before - 1]) before++;
		return before + after;
	}

	/** Returns a hash of the piece that begins at a place. */
	private hashOf(codes: Uint16Array, place: number): number {
		let hash = 0;
		for (let index = place; index < place + this.pieceLength; index++) {
			hash = Math.imul(hash ^ codes[index], FACTOR);
			hash ^= hash >>> 15;
		}
		return hash & (this.lastPlaces.length - 1);
	}
}

function codesOf(text: string): Uint16Array {
	const codes = new Uint16Array(text.length);
	for (let index = 0; index < text.length; index++) codes[index] = text.charCodeAt(index);
	return codes;
}
