import { SENDING } from '../support/operations';
import { CONTINUE, outcomes, refusedItem, send } from '../support/send';
import { RECIPIENT, simulated } from '../support/simulated';

const service = simulated();

describe.each([...SENDING, 'message.sendAndWait'])('Allowed Countries of %s', (operation) => {
	const sendTo = async (to: string, allowedCountries: string | string[], node = {}) =>
		await send(service, { operation, items: [{ to }], rules: { allowedCountries }, node });

	it.each([
		['+12025550143', ['US']],
		['+18762101234', ['US', 'JM']],
		['+447797712345', ['JE']],
		['+12025550143', []],
		['+4915550000000', ['DE']],
		['+18005550123', ['US']],
	])('lets %s through for %p', async (number, allowed) => {
		const { error, requests } = await sendTo(number, allowed);
		expect(error).toBeUndefined();
		expect(requests).not.toEqual([]);
	});

	it.each([
		['+18762101234', ['US', 'CA'], 'Jamaica'],
		['+447797712345', ['GB'], 'Jersey'],
		['+77710009998', ['RU'], 'Kazakhstan'],
		['+262639012345', ['RE'], 'Mayotte'],
		['+4917612345678', ['US'], 'Germany'],
		['+80012345678', ['US'], "'Allowed Countries'"],
		['+499001234567', ['DE'], 'premium-rate'],
		['+33892123456', ['FR', 'GB'], 'premium-rate'],
		['+491806123456', ['DE'], 'shared-cost'],
	])('refuses %s for %p before any request, and says why: %s', async (number, allowed, why) => {
		const { json, requests } = await sendTo(number, allowed, CONTINUE);
		expect(json).toEqual([refusedItem()]);
		expect(json[0].error).toContain(number);
		expect(json[0].error).toContain(why);
		expect(requests).toEqual([]);
	});
});

it('Allowed Countries may be a text with commas, by expression', async () => {
	const rules = { allowedCountries: '={{ "GB, us" }}' };
	expect(outcomes((await send(service, { rules })).json)).toEqual(['done']);
});

it.each(['UK', 'Germany'])('the country %p is refused, since no country has it', async (code) => {
	const { json } = await send(service, {
		rules: { allowedCountries: ['US', code] },
		node: CONTINUE,
	});
	expect(json).toEqual([refusedItem()]);
	expect(json[0].error).toContain(`"${code}"`);
});

it('where Allowed Countries was not added, premium-rate numbers are sent to', async () => {
	await send(service, { items: [{ to: '+499001234567' }] });
	expect(service.sent()).toEqual(['+499001234567']);
});

it('one item abroad stops the run before anybody is sent to', async () => {
	const items = [{ to: RECIPIENT }, { to: '+4917612345678' }];
	const { error, requests } = await send(service, { items, rules: { allowedCountries: ['US'] } });
	expect(error?.message).toContain('Germany');
	expect(requests).toEqual([]);
});
