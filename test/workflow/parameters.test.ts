import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { casesOf } from '../support/cases';
import { simulated } from '../support/simulated';

const service = simulated();

/** What an item may hold where a message's text or recipient is looked for. */
const anyValue = fc.oneof(
	fc.constantFrom<unknown>(
		'',
		' ',
		null,
		undefined,
		true,
		0,
		12025550143,
		'+12025550143',
		'{{ 1 }}',
	),
	fc.string({ maxLength: 20 }),
	fc.jsonValue({ maxDepth: 1 }),
);
const anyItem = fc.record(
	{ to: anyValue, text: anyValue, __proto__: anyValue },
	{ requiredKeys: [], noNullPrototype: true },
);

/** How a parameter may name a field of the item, and a form of the same that n8n alone reads. */
const FORMS = [
	['{{ $json.to }}', '{{ $json.text }}'],
	['{{$json["to"]}}', "{{ $json['text'] }}"],
];
const EVALUATED = ['{{ ($json.to) }}', '{{ ($json.text) }}'];

async function send([to, message]: string[], input: IDataObject[]) {
	service.simulator.reset();
	const parameters = { resource: 'message', operation: 'send', channel: 'sms' };
	const { json } = await service.run(
		{ ...parameters, to: `=${to}`, message: `=${message}`, options: { concurrency: 1 } },
		{ input, node: { onError: 'continueRegularOutput' } },
	);
	const bodies = service.asked().map(({ body }) => body);
	return { bodies, errors: json.map(({ error }) => error) };
}

describe('a parameter that is a field of the item', () => {
	it.each(FORMS)('%s and %s give what n8n gives for any item', async (to, message) => {
		const holds = async (items: Array<Record<string, unknown>>) => {
			const input = items as IDataObject[];
			expect(await send([to, message], input)).toEqual(await send(EVALUATED, input));
		};
		await fc.assert(fc.asyncProperty(fc.array(anyItem, { minLength: 1, maxLength: 12 }), holds), {
			numRuns: casesOf(60),
		});
	});

	it('is read anew for each item', async () => {
		const input = ['one', 'two', 'three'].map((text) => ({ to: '+12025550143', text }));
		const { bodies } = await send(FORMS[0], input);
		expect(bodies).toEqual(input.map(({ to, text }) => ({ to, message: text })));
	});
});
