import { InputError } from '../errors/inputError';
import { quoteValue } from '../errors/quote';
import type { ExecutionTally } from './executionTally';

/** An item that has a key, and whom it is for. */
interface KeyedItem {
	key: string;
	recipient: string;
	isDry: boolean;
}

/**
 * Finds keys that are used for different recipients: only one of them would get a message, and the output would say of the
 * others that they had got one.
 */
export class KeyOwners {
	/** The recipient of each key of this round. */
	private readonly owners = new Map<string, string>();

	private readonly shared = new Set<string>();

	/** @param tally knows the recipients of earlier rounds */
	constructor(private readonly tally: ExecutionTally) {}

	/** Notes for whom a key is. */
	add({ key, recipient }: KeyedItem): void {
		if (!this.owners.has(key)) this.owners.set(key, recipient);
		else if (this.owners.get(key) !== recipient) this.shared.add(key);
	}

	/** Returns why an item cannot be sent with its key, once all items of the round were added; undefined where it can. */
	refusalOf({ key, recipient, isDry }: KeyedItem): InputError | undefined {
		if (this.shared.has(key)) return sharedKey(key, '');

		const earlier = this.tally.recipientOf(key, isDry);
		const isAnother = earlier !== undefined && earlier !== recipient;
		return isAnother ? sharedKey(key, ': an earlier round of this execution used it') : undefined;
	}
}

function sharedKey(key: string, where: string): InputError {
	return new InputError(
		`'Send Once Key' is "${quoteValue(key)}" for different recipients${where}`,
		'Only one of them would get a message. Use an ID of the message, as an expression: {{ $json.orderId }}.',
	);
}

/** Finds numbers that a run would adopt, and pay, twice. */
export class Adoptions {
	/** The key with which each number is adopted; undefined without one. */
	private readonly keys = new Map<string, string | undefined>();

	/** Notes that an item adopts a number. */
	add(number: string, key: string | undefined): void {
		this.keys.set(number, key);
	}

	/** Returns why the next item cannot adopt a number; undefined where it can, or where its key has it skipped. */
	refusalOf(number: string, key: string | undefined): InputError | undefined {
		if (!this.keys.has(number)) return undefined;

		const isSkipped = key !== undefined && this.keys.get(number) === key;
		return isSkipped ? undefined : adoptedTwice(number);
	}
}

function adoptedTwice(number: string): InputError {
	return new InputError(
		`The number ${number} is in an earlier item of this run, too`,
		'A number can be adopted only once. Remove the repeated item, for example with the node "Remove Duplicates".',
	);
}
