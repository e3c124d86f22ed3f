import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { entriesOf } from '../support/description';
import { LEASED, OPERATIONS, RECIPIENT } from '../support/operations';
import { Poller } from '../support/poller';
import { CONTINUE, refusedItem, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

/** Longest text that a field takes. A pattern that looks at it again and again takes minutes: jest ends it. */
const LENGTH = 10_000;

const ITEM = { to: RECIPIENT, number: LEASED, otp_id: 'otp_1' };

/** Characters that patterns for numbers, labels and codes let pass, or take away. */
const CHARACTERS = [' ', '\t', '"', '(', '0', '+', ',', '.', '{{', '<', '\u200b', 'é'];

/** Returns a text with a run of a character at its beginning, in its middle and at its end. */
const hugeTexts = (character: string, [start, end]: [string, string], length = LENGTH) => {
	const run = character.repeat((length - start.length - end.length) / character.length);
	return [run + start + end, start + run + end, start + end + run];
};

/** Whether the panel shows a field with no other one filled in, but for the type of response. */
const isShown = ({ displayOptions: { show = {} } = {} }: INodeProperties) =>
	Object.keys(show).every((name) => ['resource', 'operation', '/responseType'].includes(name));

/** Every field and every entry of a collection of every operation, with the collection where it stands. */
const FIELDS = OPERATIONS.flatMap(({ name, properties }) =>
	properties.flatMap((property) => {
		const isCollection = ['collection', 'fixedCollection'].includes(property.type);
		const fields = isCollection ? entriesOf(properties, property.name) : [property];
		return fields
			.filter(({ type }) => !['notice', 'hidden', 'button', 'fixedCollection'].includes(type))
			.filter(isShown)
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

it.each(TRIED)(
	'a text of more than 10,000 characters in $field.displayName of $operation is refused by its name',
	async ({ operation, home, field }) => {
		const parameters = parametersWith({ home, field }, '={{ $json.huge }}');
		const items = [{ ...ITEM, huge: '1'.repeat(LENGTH + 1) }];
		const { json, requests } = await send(service, {
			operation,
			parameters,
			items,
			node: CONTINUE,
		});
		expect(requests).toEqual([]);
		expect(json).toEqual([refusedItem()]);
		expect(json[0].error).toContain(`'${field.displayName}'`);
	},
);

describe('a text of 10,000 characters', () => {
	it('is tried in every field', () => {
		expect(TRIED.length).toBeGreaterThan(40);
	});

	it.each(TRIED.filter(({ field }) => isNumber(field)))(
		'in $field.displayName of $operation is refused, since it is no number',
		async ({ operation, home, field }) => {
			const parameters = parametersWith({ home, field }, '={{ $json.huge }}');
			for (const huge of CHARACTERS.flatMap((one) => hugeTexts(one, ['+1', '2025550123']))) {
				const items = [{ ...ITEM, huge }];
				const sending = { operation, parameters, items, node: CONTINUE };
				const { json, requests } = await send(service, sending);
				expect([requests, json]).toEqual([[], [refusedItem()]]);
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
		for (const message of CHARACTERS.flatMap((one) => hugeTexts(one, ['No', 'w'], 30_000))) {
			for (const body of [{ message }, message, { errors: { to: [message] } }]) {
				service.simulator.fault({ kind: 'answer', status: 422, body });
				const { json } = await send(service, { node: CONTINUE });
				expect(String(json[0].error).length).toBeLessThan(600);
			}
		}
	});
});
