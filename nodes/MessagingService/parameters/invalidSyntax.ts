import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { messageOf } from '../errors/thrown';
import { quote } from '../errors/quote';

/** All that n8n says of an expression that it cannot parse: it names neither the parameter nor the place. */
const INVALID_SYNTAX = 'invalid syntax';

/** A name that may follow a dot. */
const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** The place of an expression that n8n could not evaluate. */
interface Place {
	/** The parameter's name in errors. */
	name: string;
	/** The user's own text, or the values of a collection. */
	raw: unknown;
	item: IDataObject;
}

/**
 * Returns the error to show for an expression that n8n could not evaluate. One that it cannot parse is named, with the
 * usual reason: a column with a space in its name. All else stays as it was thrown.
 */
export function explained(thrown: unknown, { name, raw, item }: Place): unknown {
	if (messageOf(thrown) !== INVALID_SYNTAX) return thrown;

	const field = fieldIn(raw, item);
	if (field === undefined) {
		return new InputError(
			`'${name}' contains an expression that n8n cannot read: ${INVALID_SYNTAX}`,
			`Check its brackets and quotation marks. A name with a space has to stand in brackets: $json["Phone Number"].`,
		);
	}

	const shown = quote(field);
	return new InputError(
		`'${name}' contains an expression that n8n cannot read: the name "${shown}" has to stand in brackets`,
		`Between the curly brackets of '${name}', write $json["${shown}"], or drag the field into it.`,
	);
}

/** Returns the item's field whose name follows a dot and must not; undefined where there is none. */
function fieldIn(raw: unknown, item: IDataObject): string | undefined {
	const text = typeof raw === 'string' ? raw : JSON.stringify(raw);
	const fields = Object.keys(item).filter(
		(field) => !PLAIN_NAME.test(field) && text.includes(`.${field}`),
	);
	// Where one name begins another, the longer one was meant.
	return fields.sort((one, other) => other.length - one.length)[0];
}
