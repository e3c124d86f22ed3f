import fc from 'fast-check';

import { canonical } from '../../nodes/MessagingService/trigger/canonical';

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
