import { SENDING } from '../support/operations';
import { askedFor, LONDON, sendWithList, WASHINGTON } from '../support/recipientList';
import type { Sending } from '../support/send';
import { CONTINUE, outcomes, refusedItem, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

/** Sends with a list of those who may get a message. */
const sendOnly = async (list: unknown, sending: Sending = {}) =>
	await sendWithList(service, 'onlySendTo', list, { items: [{ to: LONDON }], ...sending });

const asked = () => askedFor(service);

describe.each([...SENDING, 'message.sendAndWait'])('Only Send To of %s', (operation) => {
	it('lets the recipients of the list through', async () => {
		const { error } = await sendOnly([LONDON], { operation });
		expect(error).toBeUndefined();
		expect(asked()).toEqual([LONDON]);
	});

	it('refuses any other one before any request, and does not tell the list', async () => {
		const items = [{ to: WASHINGTON }];
		const { error } = await sendOnly([LONDON], { operation, items });
		expect(error?.message).toContain(`"${WASHINGTON}"`);
		expect(error?.message).toContain("'Only Send To'");
		expect(JSON.stringify([error?.message, error?.description])).not.toContain('7946');
		expect(service.asked()).toEqual([]);
	});

	it.each([[[]], [' , ;\n'], [['', null]]])('allows nobody where it is empty: %p', async (list) => {
		const { error } = await sendOnly(list, { operation });
		expect(error?.message).toContain("'Only Send To'");
		expect(service.asked()).toEqual([]);
	});

	it('allows nobody where it was added and left empty', async () => {
		const { error } = await sendOnly([], { operation, rules: { onlySendTo: '' } });
		expect(error?.message).toContain("'Only Send To'");
		expect(service.asked()).toEqual([]);
	});
});

describe('Only Send To', () => {
	it.each([
		[[LONDON, '12'], '"12"'],
		[`${LONDON}, call me`, '"call me"'],
		[[{ phone: LONDON }], "'Only Send To'"],
	])('refuses the run for %p, and names what it cannot read', async (list, named) => {
		const { json } = await sendOnly(list, { node: CONTINUE });
		expect(json).toEqual([refusedItem()]);
		expect(json[0].error).toContain("'Only Send To'");
		expect(json[0].error).toContain(named);
		expect(asked()).toEqual([]);
	});

	it.each<[unknown]>([
		[['020 7946 0018']],
		['+12025550199, 020 7946 0018;+12025550198'],
		['+12025550199\r\n020 7946 0018\n'],
	])('is met in any notation: %p', async (list) => {
		await sendOnly(list, { options: { defaultCountry: 'GB' } });
		expect(asked()).toEqual([LONDON]);
	});

	it('may be a set', async () => {
		await sendOnly('(+44) 20 7946 0018', {
			rules: { onlySendTo: '={{ new Set([$json.list]) }}' },
		});
		expect(asked()).toEqual([LONDON]);
	});

	it('is met where the Default Country of any item reads it so', async () => {
		const items = [
			{ to: '0664 1234567', country: 'AT' },
			{ to: '0151 12345678', country: 'DE' },
		];
		await sendOnly(['0664 1234567', '0151 12345678'], {
			items,
			options: { defaultCountry: '={{ $json.country }}' },
		});
		expect(asked()).toEqual(['+436641234567', '+4915112345678']);
	});

	it('may name an e-mail address over iMessage, in small letters or capitals', async () => {
		const items = [{ to: 'Some.One@Example.com' }, { to: 'other@example.com' }];
		const { json } = await sendOnly('some.one@example.COM', {
			items,
			parameters: { channel: 'imessage' },
			node: CONTINUE,
		});
		expect(asked()).toEqual(['Some.One@Example.com']);
		expect(json[1]).toEqual(refusedItem());
	});

	it('fails one item, and the others are sent, where the node continues', async () => {
		const items = [{ to: WASHINGTON }, { to: LONDON }];
		const { json } = await sendOnly([LONDON], { items, node: CONTINUE });
		expect(outcomes(json)).toEqual(['failed', 'done']);
		expect(json[0]).toEqual(refusedItem());
	});

	it('comes after Do Not Send To, and holds beside Allowed Countries and in a Dry Run', async () => {
		const items = [{ to: WASHINGTON }, { to: LONDON }, { to: '+12025550144' }];
		const rules = { doNotSendTo: `${LONDON}, ${WASHINGTON}` };
		const left = await sendOnly([LONDON], { items, rules, node: CONTINUE });
		expect(outcomes(left.json)).toEqual(['skipped', 'skipped', 'failed']);

		const countries = { allowedCountries: ['US'] };
		const abroad = await sendOnly([LONDON], { rules: countries, node: CONTINUE });
		expect(outcomes(abroad.json)).toEqual(['failed']);

		const options = { dryRun: true };
		const dry = await sendOnly([LONDON], { items, options, node: CONTINUE });
		expect(outcomes(dry.json)).toEqual(['failed', 'done', 'failed']);
		expect(service.asked()).toEqual([]);
	});

	it('is read from the first item of each round of a loop', async () => {
		const rounds = [[{ to: LONDON, list: [LONDON] }], [{ to: WASHINGTON, list: [WASHINGTON] }]];
		await send(service, { rounds, rules: { onlySendTo: '={{ $json.list }}' } });
		expect(asked()).toEqual([LONDON, WASHINGTON]);
	});

	it('tells a model what it may do, in the message, and not who is in the list', async () => {
		const items = [{ to: WASHINGTON }];
		const { error } = await sendOnly([LONDON], { items, asTool: true });
		expect(error?.message).toContain(String(error?.description).slice(0, 20));
		expect(error?.message).not.toContain('7946');
	});

	it('is refused where the model would fill it in: one click in the panel leaves it to the model', async () => {
		const onlySendTo = `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Only_Send_To', '', 'string') }}`;
		const { error } = await sendOnly([], { rules: { onlySendTo }, asTool: true });
		expect(error?.message).toContain("'Only Send To'");
		expect(service.asked()).toEqual([]);
	});
});
