import type { OutputSchema } from '../../schemas/outputSchemas';

/** Gives the schema of what a value holds. A list is as its first entry. */
export function shapeOf(value: unknown): OutputSchema {
	if (Array.isArray(value)) {
		return { type: 'array', ...(value.length > 0 && { items: shapeOf(value[0]) }) };
	}
	if (typeof value === 'object' && value !== null) {
		const properties = Object.entries(value).map(([name, one]) => [name, shapeOf(one)] as const);
		return { type: 'object', properties: Object.fromEntries(properties) };
	}
	return { type: typeof value };
}

/** The same schema without what a value does not tell: whether a number is a whole one. */
export function asShape({ type, properties, items }: OutputSchema): OutputSchema {
	return {
		type: type === 'integer' ? 'number' : type,
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, one]) => [name, asShape(one)]),
			),
		}),
		...(items && { items: asShape(items) }),
	};
}
