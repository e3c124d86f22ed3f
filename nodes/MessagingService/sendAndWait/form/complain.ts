import type { Parameter, Read } from '../../parameters/parameter';

/** Is told of a mistake of the workflow's author, an InputError as a rule. Before a question is sent, it throws. */
export type Complain = (mistake: unknown) => void;

/** Refuses a question that is not sent yet. */
export const refuse: Complain = (mistake) => {
	throw mistake;
};

/** Takes a question that was sent: what a newer build refuses, the build that sent it may have accepted. */
export const accept: Complain = () => {};

/** Returns a reader that complains of what it cannot read, and takes the field's default instead. */
export function lenient(read: Read, complain: Complain): Read {
	const readOrDefault = <Value>(parameter: Parameter<Value>): Value => {
		try {
			return read(parameter);
		} catch (error) {
			complain(error);
		}

		const { field, isOption } = parameter;
		return parameter.read(isOption ? undefined : field.default, field.displayName, read);
	};

	return Object.assign(readOrDefault, { typed: read.typed });
}
