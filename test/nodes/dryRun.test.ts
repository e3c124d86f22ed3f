import type { IDataObject } from 'n8n-workflow';

import { RECIPIENT } from '../support/operations';
import { row, rows } from '../support/rows';
import type { Sending } from '../support/send';
import { CONTINUE, outcomes, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

/** Runs it dry, and makes sure that nothing was asked of the service. */
async function dry(items: IDataObject[], { options, ...more }: Sending = {}) {
	const result = await send(service, { items, options: { dryRun: true, ...options }, ...more });
	expect(result.requests).toEqual([]);
	return result;
}

const US = { dryRun: true, to: RECIPIENT, country: 'US', type: 'FIXED_LINE_OR_MOBILE' };

describe('a Dry Run', () => {
	it('of Message → Send says to whom each item would go, and how', async () => {
		const long = `“${'я'.repeat(80)}”`;
		const sent = long.replace(/[“”]/g, '"');
		const { json, items } = await dry(
			[
				{ to: '(202) 555-0143' },
				{ to: '+49 1512 3456789', text: long },
				{ to: '+881 631 512 345' },
			],
			{ options: { defaultCountry: 'US', smartEncoding: true } },
		);

		const hello = { channel: 'sms', message: 'Hello', parts: 1, encoding: 'GSM-7' };
		const german = { dryRun: true, to: '+4915123456789', country: 'DE', type: 'MOBILE' };
		const satellite = { dryRun: true, to: '+881631512345', country: null, type: 'MOBILE' };
		expect(json).toEqual([
			{ ...US, ...hello },
			{ ...german, channel: 'sms', message: sent, parts: 2, encoding: 'UCS-2' },
			{ ...satellite, ...hello },
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	});

	it('over another channel has no parts, and asks the service for no password and no intent', async () => {
		const whatsapp = await dry([{ to: RECIPIENT }], { parameters: { channel: 'whatsapp' } });
		expect(whatsapp.json).toEqual([{ ...US, channel: 'whatsapp', message: 'Hello' }]);
		const otp = await dry([{ to: RECIPIENT }], { operation: 'otp.send' });
		expect(otp.json).toEqual([{ ...US, channel: 'sms' }]);
		const intent = await dry([{ to: RECIPIENT }], { operation: 'intent.generateAndSend' });
		expect(intent.json).toEqual([{ ...US, channel: 'intent' }]);
	});

	it('fails for what cannot be sent, as a real run does', async () => {
		const items = [{ to: RECIPIENT }, { to: 'unknown' }];
		const real = await send(service, { fails: true, items });
		expect((await dry(items, { fails: true })).error.message).toBe(real.error.message);
	});

	it('uses no key, and says which item an earlier one would leave out', async () => {
		const items = [
			row(0, { key: 'a' }),
			row(0, { key: ' a ' }),
			row(1, { key: 'b' }),
			// Its other fields need not be right.
			row(2, { key: 'c', text: '' }),
		];
		const sending = {
			options: { sendOnceKey: '={{ $json.key }}' },
			rules: { doNotSendTo: String(row(2).to) },
		};
		const { json } = await dry(items, sending);
		expect(json).toMatchObject([
			{ sendOnceKey: 'a' },
			{ sendOnceKey: 'a', skipped: true },
			{ sendOnceKey: 'b' },
			{ skipped: true, doNotSendTo: row(2).to },
		]);
		expect(outcomes(json)).toEqual(['done', 'skipped', 'done', 'skipped']);

		const real = await send(service, { items, ...sending });
		expect(outcomes(real.json)).toEqual(outcomes(json));
	});

	it('sums up in the output panel: items, recipients, countries, parts', async () => {
		const items = [
			{ to: RECIPIENT },
			{ to: '+1 202 555 0143', text: 'a'.repeat(161) },
			{ to: '+4915123456789' },
			{ to: '+881631512345' },
			{ to: 'nobody' },
			{ to: '+442079460018' },
		];
		const rules = { doNotSendTo: '+442079460018' };
		const { hints } = await dry(items, { rules, node: CONTINUE });
		expect(hints).toEqual([
			'Dry Run, not sent: 6 items; 3 recipients; countries: US, DE, unknown; 5 SMS parts.',
		]);
		const nobody = await dry([{ to: RECIPIENT }], { rules: { doNotSendTo: RECIPIENT } });
		expect(nobody.hints).toEqual(['Dry Run, not sent: 1 item; 0 recipients; countries: none.']);
	});
});

it('a Dry Run that is switched off sends', async () => {
	for (const dryRun of [false, '={{ "false" }}']) await send(service, { options: { dryRun } });
	expect(service.sent()).toEqual([RECIPIENT, RECIPIENT]);
});

it('a Dry Run is that of all items, by the first one', async () => {
	const items = rows(2, (index) => ({ test: index === 0 }));
	const { json } = await dry(items, { options: { dryRun: '={{ $json.test }}' }, node: CONTINUE });
	expect(json).toMatchObject([{ dryRun: true }, { dryRun: true }]);
});
