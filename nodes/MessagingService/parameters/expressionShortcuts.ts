import type { IDataObject, IExecuteFunctions, IGetNodeParameterOptions } from 'n8n-workflow';

/** Reads a parameter of one item. */
export type ParameterSource = (
	name: string,
	fallback?: unknown,
	options?: IGetNodeParameterOptions,
) => unknown;

/** Returns a parameter's value for an item, undefined where n8n has to evaluate it. */
type Shortcut = (item: IDataObject) => unknown;

/** An expression that is nothing but a field of the item: `={{ $json.phone }}`, `={{ $json["to"] }}`. */
const FIELD = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\[(["'])([^"'\\]+)\2\])\s*\}\}$/;

/**
 * Reads an execution's parameters. n8n builds a world of variables for each expression of each item, which
 * takes longer than all else that this package does for a message. Where a parameter is the same for every
 * item, or just a field of the item, as in most bulk sends, it is read without that.
 */
export class ExecutionParameters {
	private readonly raw: IDataObject;

	private readonly items: IDataObject[];

	/** By parameter, once it has been read; null where there is none. */
	private readonly shortcuts = new Map<string, Shortcut | null>();

	constructor(private readonly context: IExecuteFunctions) {
		this.raw = context.getNode().parameters as IDataObject;
		this.items = context.getInputData().map(({ json }) => json);
	}

	/** Returns what reads the parameters of an item. */
	ofItem(itemIndex: number): ParameterSource {
		const item = this.items[itemIndex];
		return (name, fallback, options) => {
			if (options) return this.context.getNodeParameter(name, itemIndex, fallback, options);
			const shortcut = this.shortcuts.get(name);
			const short = shortcut?.(item);
			if (short !== undefined) return short;
			const value = this.context.getNodeParameter(name, itemIndex, fallback);
			if (shortcut === undefined) this.shortcuts.set(name, shortcutOf(this.raw[name], value, item));
			return value;
		};
	}
}

/** Returns the shortcut to a parameter, null where there is none; n8n has returned `value` for one item. */
function shortcutOf(raw: unknown, value: unknown, item: IDataObject): Shortcut | null {
	if (raw === undefined || raw === null || Array.isArray(raw)) return null;
	if (typeof raw === 'string' && raw.startsWith('=')) return fieldShortcut(raw, value, item);
	if (typeof raw !== 'object') return () => value;
	const given = value as IDataObject;
	const entries = Object.entries(raw).map(
		([name, entry]) => [name, shortcutOf(entry, given[name], item)] as const,
	);
	if (entries.some(([, shortcut]) => shortcut === null)) return null;
	return (other) => {
		const values: Record<string, unknown> = {};
		for (const [name, shortcut] of entries) {
			values[name] = shortcut?.(other);
			if (values[name] === undefined) return undefined;
		}
		return values;
	};
}

function fieldShortcut(expression: string, value: unknown, item: IDataObject): Shortcut | null {
	const match = FIELD.exec(expression);
	const field = match?.[1] ?? match?.[3];
	if (field === undefined) return null;
	// The `$json` of a tool is not its own item.
	return fieldOf(item, field) === value ? (other) => fieldOf(other, field) : null;
}

/** Returns a field's text, number or boolean; undefined for all else, which n8n reads in its own way. */
function fieldOf(item: IDataObject, field: string): string | number | boolean | undefined {
	const value = Object.prototype.hasOwnProperty.call(item, field) ? item[field] : undefined;
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? value
		: undefined;
}
