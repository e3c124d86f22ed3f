import type { Parameter, Read } from '../../parameters/parameter';

/** Is called with a mistake of the workflow's author, an InputError as a rule. */
export type OnMistake = (mistake: unknown) => void;

/** Refuses a question that is not sent yet. */
export const throwMistake: OnMistake = (mistake) => {
	throw mistake;
};

/** Takes a question that was sent: what a newer build refuses, the build that sent it may have accepted. */
export const ignoreMistake: OnMistake = () => {};

/** Returns a reader that hands over each mistake, and then takes the default of the field. */
export function withDefaults(read: Read, onMistake: OnMistake): Read {
	const readOrDefault = <Value>(parameter: Parameter<Value>): Value => {
		try {
			return read(parameter);
		} catch (error) {
			onMistake(error);
		}

		const { field, isOption } = parameter;
		return parameter.read(isOption ? undefined : field.default, field.displayName, read);
	};

	return Object.assign(readOrDefault, { raw: read.raw });
}
