import type { INodeProperties } from 'n8n-workflow';

import { type Description, parameter, type Parameter, type Read } from './parameter';

/** Some parameters, by the names that their values have here. */
type ParametersOf<Values> = { [Name in keyof Values]: Parameter<Values[Name]> };

/** Reads some parameters of an item. @throws InputError */
export const readAll = <Values extends object>(read: Read, parameters: ParametersOf<Values>) =>
	Object.fromEntries(
		Object.entries<Parameter>(parameters).map(([name, one]) => [name, read(one)]),
	) as Values;

/**
 * Makes a parameter of fields that belong together, and are read together: undefined where it was not added.
 * @param entries the fields, each with its whole path: that of the group, `values` and its own name
 */
export const fieldGroup = <Values extends object>(
	description: Description,
	entries: ParametersOf<Values>,
) =>
	parameter(
		{
			type: 'fixedCollection',
			default: {},
			options: [
				{
					displayName: 'Values',
					name: 'values',
					values: Object.values<Parameter>(entries).map(({ field }) => field),
				},
			],
			...description,
		},
		(given, { read }) => (given ? readAll(read, entries) : undefined),
	);

/** Returns the field of a collection such as Options: users add its entries, each of which is read by itself. */
export const collectionField = (
	name: string,
	displayName: string,
	noun: string,
	entries: Parameter[],
): INodeProperties => ({
	name,
	displayName,
	placeholder: `Add ${noun}`,
	type: 'collection',
	default: {},
	options: entries
		.map(({ field }) => field)
		// n8n's guidelines ask for this order.
		.sort((one, other) => one.displayName.localeCompare(other.displayName)),
});
