import {
	collection,
	flag,
	makeRead,
	text,
} from '../../nodes/MessagingService/parameters/parameter';

const NAME = text({ displayName: 'Name', name: 'name' });
const IS_ON = flag({ displayName: 'On', name: 'isOn' });
const read = makeRead(() => undefined);
const of = (type: 'collection' | 'fixedCollection', value: unknown) =>
	collection({ displayName: 'More', name: 'more', type }, [NAME, IS_ON]).read(value, 'More', read);

describe('a collection', () => {
	it.each([{}, { values: null }, { values: 'text' }, { values: {} }])(
		'without entries has their defaults: %j',
		(value) => {
			expect(of('fixedCollection', value)(NAME)).toBeUndefined();
			expect(of('fixedCollection', value)(IS_ON)).toBeUndefined();
		},
	);

	it('refuses an entry that was added and whose expression returns nothing', () => {
		expect(() => of('collection', { isOn: undefined })(IS_ON)).toThrow("'On' cannot be");
	});

	it.each([undefined, null, 'text'])('refuses %j in its own place', (value) => {
		expect(() => of('collection', value)).toThrow("'More' cannot be");
	});
});
