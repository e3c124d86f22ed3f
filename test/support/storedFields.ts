import type { INodeProperties, INodeTypeDescription, NodeParameterValueType } from 'n8n-workflow';

/** A field whose value n8n saves with a workflow, or with a credential. */
export interface StoredField {
	/** Such as `to`, `options.timeout`, `approvalOptions.values.approvalType`. */
	path: string;
	type: string;
	default: NodeParameterValueType;
	/** Whether n8n saves a value that is the default: only where a collection holds the field. */
	isSavedAtDefault: boolean;
	/** The values to choose from, or the names of the modes of a resource locator, with spaces between them. */
	choices?: string;
	/** The least and the greatest number. */
	range?: [least?: number, most?: number];
	/** What has the field: `message.send`, `messagingServiceTrigger`, `messagingServiceApi`. */
	owners: string[];
}

type Field = Omit<StoredField, 'owners'>;

/** Returns the fields of a node, by operation where it has operations. */
export function fieldsOfNode({ name, properties }: INodeTypeDescription): StoredField[] {
	const choices = (field: string) => properties.filter((property) => property.name === field);
	const resources = choices('resource').flatMap(choicesOf);
	const owners = resources.flatMap((resource) =>
		choices('operation')
			.filter((property) => isShown(property, { resource }))
			.flatMap(choicesOf)
			.map((operation) => ({ resource, operation })),
	);
	if (owners.length === 0) return fieldsOf(name, properties);
	return owners.flatMap((owner) =>
		fieldsOf(
			`${owner.resource}.${owner.operation}`,
			properties.filter((property) => isShown(property, owner)),
		),
	);
}

/** Returns the fields of one owner. */
export function fieldsOf(owner: string, properties: INodeProperties[]): StoredField[] {
	return properties
		.flatMap((property) => flatten(property))
		.map((field) => ({ ...field, owners: [owner] }));
}

/** Returns each field once, with all that have it. */
export function joined(fields: StoredField[]): StoredField[] {
	const byField = new Map<string, StoredField>();
	for (const { owners, ...field } of fields) {
		const key = JSON.stringify(field);
		const known = byField.get(key);
		byField.set(key, { ...field, owners: [...(known?.owners ?? []), ...owners] });
	}
	return [...byField.values()];
}

/** Returns the fields of each owner, by `owner path`. A name may stand for several fields, each shown at its time. */
export function byOwner(fields: StoredField[]): Map<string, StoredField[]> {
	const found = new Map<string, StoredField[]>();
	for (const field of fields) {
		for (const owner of field.owners) {
			const key = `${owner} ${field.path}`;
			found.set(key, [...(found.get(key) ?? []), field]);
		}
	}
	return found;
}

function isShown({ displayOptions }: INodeProperties, values: Record<string, string>): boolean {
	return Object.entries(values).every(
		([name, value]) => displayOptions?.show?.[name]?.includes(value) ?? true,
	);
}

function flatten(property: INodeProperties, parent = '', parentType = ''): Field[] {
	const path = parent ? `${parent}.${property.name}` : property.name;
	const { type, options = [], default: value } = property;
	if (type === 'notice') return [];
	const inner = options.flatMap((option) => {
		if ('values' in option) {
			return option.values.flatMap((one) => flatten(one, `${path}.${option.name}`, type));
		}
		return type === 'collection' ? flatten(option as INodeProperties, path, type) : [];
	});
	const { minValue, maxValue } = property.typeOptions ?? {};
	const hasRange = minValue !== undefined || maxValue !== undefined;
	const field: Field = {
		path,
		type,
		default: value,
		isSavedAtDefault: parentType === 'collection',
	};
	const choices = choicesOf(property);
	if (choices.length > 0) field.choices = choices.join(' ');
	if (hasRange) field.range = [minValue, maxValue];
	return [field, ...inner];
}

function choicesOf({ type, options = [], modes = [] }: INodeProperties): string[] {
	if (type === 'resourceLocator') return modes.map(({ name }) => name).sort();
	if (type !== 'options' && type !== 'multiOptions') return [];
	return options.flatMap((option) => ('value' in option ? String(option.value) : [])).sort();
}
