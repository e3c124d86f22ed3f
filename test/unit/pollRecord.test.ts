import fc from 'fast-check';

import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { canonical } from '../../nodes/MessagingService/trigger/canonical';
import { recordOf } from '../../nodes/MessagingService/trigger/record';

describe('a value as text', () => {
	/** The same value with the fields of each object in another order. */
	const turned = (value: unknown): unknown =>
		typeof value !== 'object' || value === null
			? value
			: Array.isArray(value)
				? value.map(turned)
				: Object.fromEntries(
						Object.entries(value)
							.reverse()
							.map(([name, part]) => [name, turned(part)]),
					);

	it('is the same text whatever the order of its fields, and can be read back', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(canonical(turned(value))).toBe(canonical(value));
				expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
			}),
		);
	});
});

describe('where n8n does not show the nodes of the workflow,', () => {
	it('the records of the other triggers stay', () => {
		const other = { scope: 'other', known: { seen: '1', missed: '' } };
		const data: Record<string, IDataObject> = {
			// n8n marks its static data so; a cursor has no such mark.
			node: { __dataChanged: false },
			global: { messagingServiceTrigger: { other } },
		};
		const context = {
			getWorkflowStaticData: (type: string) => data[type],
			getNode: () => ({ id: 'own' }),
		} as unknown as IPollFunctions;
		const own = { scope: 'own', known: { seen: '2', missed: '' } };
		recordOf(context).write(own);

		expect(data.global).toEqual({ messagingServiceTrigger: { other, own } });
		expect(recordOf(context).read('own')).toEqual(own.known);
	});
});
