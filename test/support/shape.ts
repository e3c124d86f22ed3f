/** A schema as n8n's editor reads it: types alone. */
export interface OutputSchema {
	type: string;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
}

/** Returns the schema of what a value holds. A list is as its first entry. */
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
