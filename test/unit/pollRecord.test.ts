import { readRecord, writeRecord } from '../../nodes/MessagingService/trigger/record';

const WHOLE = { watched: 'x', numbers: { '1555': ['available', 'good'] }, failing: [] };

describe('the record of the last poll', () => {
	it('is read as it was written', () => {
		const store = {};
		writeRecord(store, WHOLE);
		expect(readRecord(store, 'x')).toMatchObject(WHOLE);
	});

	it.each(['', '{', 'null', '[]', '{}', '5', '{"watched":"x"}', '{"watched":"x","seen":"1"}'])(
		'is begun anew where it is %p',
		(record) => expect(readRecord({ record }, 'x')).toBeUndefined(),
	);
});
