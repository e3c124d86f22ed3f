import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { withNested } from '../support/description';
import { LEASED, OPERATIONS, RECIPIENT } from '../support/operations';
import { Poller } from '../support/poller';
import { CONTINUE, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

// A pattern that looks at a text again and again takes minutes for one of these: jest ends it.
const LENGTH = 200_000;

const ITEM = { to: RECIPIENT, number: LEASED, otp_id: 'otp_1' };

/** Characters that patterns for numbers, labels and codes let pass, or take away. */
const CHARACTERS = [' ', '\t', '"', '(', '0', '+', ',', '.', '{{', '<', '\u200b', 'é'];

/** Returns a text with a run of a character at its beginning, in its middle and at its end. */
const hugeTexts = (character: string, [start, end]: [string, string]) => {
	const run = character.repeat(LENGTH / character.length);
	return [run + start + end, start + run + end, start + end + run];
};

/** Every field and every entry of a collection of every operation, with the collection where it stands. */
const FIELDS = OPERATIONS.flatMap(({ name, properties }) =>
	properties.flatMap((property) => {
		const isCollection = ['collection', 'fixedCollection'].includes(property.type);
		const fields = isCollection ? withNested([property]).slice(1) : [property];
		return fields
			.filter(({ type }) => !['notice', 'hidden', 'button'].includes(type))
			.map((field) => ({ operation: name, home: isCollection ? property : undefined, field }));
	}),
);

/** Fields that hold a number of one phone. */
const isNumber = ({ name }: INodeProperties) => ['to', 'from', 'number'].includes(name);

/** Every field for a number, and each other field of one operation that has it. */
const TRIED = [
	...FIELDS.filter(({ field }) => isNumber(field)),
	...new Map(
		FIELDS.filter(({ field }) => !isNumber(field)).map((one) => [
			`${one.home?.name}.${one.field.name}`,
			one,
		]),
	).values(),
];

/** Returns the parameters of a node with a value in one of its fields, and what must be chosen so that it is shown. */
function parametersWith(
	{ home, field }: Pick<(typeof FIELDS)[number], 'home' | 'field'>,
	value: string,
): INodeParameters {
	const shown: INodeParameters = {};
	for (const { displayOptions } of [field, ...(home ? [home] : [])]) {
		if (displayOptions?.hide?.channel) shown.channel = 'imessage';
		const responseType = displayOptions?.show?.['/responseType']?.[0];
		if (responseType !== undefined) shown.responseType = responseType as string;
	}

	const entry = { [field.name]: value };
	if (!home) return { ...shown, ...entry };
	return { ...shown, [home.name]: home.type === 'fixedCollection' ? { values: entry } : entry };
}

describe('a text of 200,000 characters', () => {
	it('is tried in every field', () => {
		expect(TRIED.length).toBeGreaterThan(49);
	});

	it.each(TRIED)(
		'in $field.displayName of $operation is refused or carried out, a number refused',
		async ({ operation, home, field }) => {
			const parameters = parametersWith({ home, field }, '={{ $json.huge }}');
			const texts = CHARACTERS.flatMap((one) =>
				isNumber(field)
					? hugeTexts(one, ['+1', '2025550123'])
					: hugeTexts(one, ['12', '34']).join(''),
			);
			// A question goes to one recipient.
			const batches = operation === 'message.sendAndWait' ? texts.map((one) => [one]) : [texts];
			for (const batch of batches) {
				const items = batch.map((huge) => ({ ...ITEM, huge }));
				const sending = { operation, parameters, items, node: CONTINUE };
				const { json, requests } = await send(service, sending);
				expect(json.length >= batch.length || requests.length > 0).toBe(true);
				if (!isNumber(field)) continue;

				expect(requests).toEqual([]);
				for (const { error } of json) {
					expect(error).toContain(`'${field.displayName}'`);
				}
			}
		},
	);

	it.each(['doNotSendTo', 'onlySendTo'])(
		'in %s is refused, but for empty entries',
		async (rule) => {
			for (const character of CHARACTERS) {
				for (const huge of hugeTexts(character, ['+1', '2025550123'])) {
					const entries = huge.split(',').filter((entry) => entry.trim());
					for (const list of [huge.replace(/^=/, ' ='), '={{ $json.entries }}']) {
						const rules = { [rule]: list };
						const items = [{ to: RECIPIENT, entries }];
						const { requests } = await send(service, { items, rules, node: CONTINUE });
						const isRead = rule === 'doNotSendTo' && entries.join() === '+12025550123';
						expect(requests.length > 0).toBe(isRead);
					}
				}
			}
		},
	);

	it('in the numbers of the trigger is refused', async () => {
		for (const huge of CHARACTERS.flatMap((one) => hugeTexts(one, ['+1', '2025550123']))) {
			const numbers = [huge.replace(/^=/, ' =')];
			const poller = new Poller({ event: 'numberStatusChanged', numbers }, service.credentials());
			if (!huge.includes(',,')) await expect(poller.poll()).rejects.toThrow("'Numbers'");
		}
	});

	it('as the words of the service is quoted in 200 characters', async () => {
		for (const message of CHARACTERS.flatMap((one) => hugeTexts(one, ['No', 'w']))) {
			for (const body of [{ message }, message, { errors: { to: [message] } }]) {
				service.simulator.fault({ kind: 'answer', status: 422, body });
				const { json } = await send(service, { node: CONTINUE });
				expect(String(json[0].error).length).toBeLessThan(600);
			}
		}
	});
});
