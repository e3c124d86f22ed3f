import type { INodeProperties, INodePropertyCollection, INodeType } from 'n8n-workflow';

/** Returns the fields and collections that the panel has for an operation. */
export function propertiesOf(
	{ description }: INodeType,
	resource: string,
	operation: string,
): INodeProperties[] {
	return description.properties.filter(({ displayOptions: { show } = {} }) => {
		return show?.resource?.includes(resource) && show.operation?.includes(operation);
	});
}

/** Returns what stands in a collection. */
export function entriesOf(properties: INodeProperties[], collection: string): INodeProperties[] {
	const found = properties.find(({ name }) => name === collection);
	return found ? nested(found) : [];
}

/** Returns every field, those within collections too. */
export function withNested(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => [property, ...withNested(nested(property))]);
}

function nested({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}
