import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { KeyStore } from '../support/keyStore';
import { TOOL_TYPE } from '../support/n8nCore';
import { simulated } from '../support/simulated';
import { CONTINUE, MESSAGE, recipientsAskedOf } from './support/sending';

const service = simulated();
beforeAll(async () => await new KeyStore().register());

const ADOPT: INodeParameters = {
	resource: 'lease',
	operation: 'adopt',
	number: '={{ $json.number }}',
	options: { adoptOnceKey: '={{ $json.key }}', concurrency: 1, maxRetries: 0 },
};

const recipients = recipientsAskedOf(service);
const refused = async (to: string, defaultCountry?: string) => {
	const options = defaultCountry ? { defaultCountry } : {};
	const { error } = await service.run({ ...MESSAGE, options }, { input: [{ to }] });
	expect({ error: error?.message, sent: recipients() }).toEqual({
		error: expect.stringContaining('is not a valid phone number') as unknown,
		sent: [],
	});
};

describe('a mobile number with an extension, or a second part', () => {
	it.each([
		['9198765432-10', 'IN'],
		['91987 65432-10', 'IN'],
		['9198765432 - 10', 'IN'],
		['9198765432 (10)', 'IN'],
		['393 3312345-67', 'IT'],
		['3933312345 - 67', 'IT'],
		['3938649366 - 3246', 'IT'],
		['393 331234/5678', 'IT'],
		['55 91987-6543-21', 'BR'],
		['(55) 91987-6543 - 21', 'BR'],
		['777 123 45 67-8', 'KZ'],
		['7471786833 - 1', 'RU'],
		['663316322 - 6', 'TH'],
		['842194558 - 436', 'VN'],
	])('is not sent to somebody else: %s with %s', refused);

	it('opts out its own phone in Do Not Send To, or is refused', async () => {
		const { error } = await service.run(
			{ ...MESSAGE, options: { doNotSendTo: '9198765432-10', defaultCountry: 'IN' } },
			{ input: [{ to: '+919198765432' }] },
		);
		expect(recipients()).toEqual([]);
		expect(error?.message).toContain("'Do Not Send To'");
	});

	it('lets no stranger into Only Send To', async () => {
		const { error } = await service.run(
			{ ...MESSAGE, options: { onlySendTo: '9198765432-10', defaultCountry: 'IN' } },
			{ input: [{ to: '+919876543210' }] },
		);
		expect(recipients()).toEqual([]);
		expect(error?.message).toContain("'Only Send To'");
	});
});

describe('a link with two numbers', () => {
	it.each([
		'https://api.whatsapp.com/send?phone=4915123456789&phone=12025550143',
		'whatsapp://send?phone=4915123456789&text=x&phone=12025550143',
	])('is refused: %s', async (to) => await refused(to));
});

describe('a plus behind a number of the Default Country', () => {
	it.each([
		['(479) 234-5678+', 'US'],
		['479-234-5678 +', 'US'],
		['(659) 234-5678+', 'US'],
		['(202) 555-0143+', 'US'],
		['612 345 678+', 'ES'],
		['312 345 6789+', 'IT'],
	])('does not send it abroad: %s with %s', refused);
});

describe('a digit of the label', () => {
	it.each([
		['Tel 2 0171 2345678', 'DE'],
		['Tel.2 0171 2345678', 'DE'],
		['Tel 3 0171 2345678', 'DE'],
		['Handy 2 0171 2345678', 'DE'],
	])('does not become a part of the number: %s with %s', refused);
});

describe('Only Send To of an agent', () => {
	const listed = ['+442079460018', '+12025550143'];

	it.each([' ', '\t', ' | ', ' and ', ' / '])(
		'does not tell the model who is in a list that it cannot read, with %j between',
		async (between) => {
			const { error } = await service.run(
				{ ...MESSAGE, options: { onlySendTo: listed.join(between) } },
				{ input: [{ to: '+12025550199' }], type: TOOL_TYPE },
			);
			const told = JSON.stringify([error?.message, error?.description]);
			expect(listed.filter((number) => told.includes(number))).toEqual([]);
		},
	);
});

describe('Number Starts With', () => {
	it('refuses a list of which one entry is an expression that gives nothing', async () => {
		const { error, json } = await service.run({
			resource: 'lease',
			operation: 'adoptFirstAvailable',
			filters: { numberStartsWith: '={{ $json.area }},+44' },
		});
		expect({ error: error?.message, json }).toEqual({
			error: expect.stringContaining("'Number Starts With'") as unknown,
			json: [],
		});
	});
});

describe('Adopt Once Key', () => {
	const number = '+12125550101';
	const adopt = async (input: IDataObject[], workflowId: string) =>
		await service.run(ADOPT, { input, workflowId, node: CONTINUE });

	it('does not say that an earlier item of the run adopts a number which it skipped', async () => {
		await adopt([{ key: 'a', number }], 'skipped');
		const again = [
			{ key: 'a', number },
			{ key: 'c', number },
		];
		const { json } = await adopt(again, 'skipped');
		expect(json[0]).toMatchObject({ skipped: true });
		expect(json[1].error).not.toContain('is adopted by an earlier item of this run');
	});

	it('does not say that a number was adopted where a message has used the key', async () => {
		const options = { sendOnceKey: '={{ $json.key }}' };
		const input = [{ to: '+442079460018', key: 'x' }];
		await service.run({ ...MESSAGE, options }, { input, workflowId: 'shared' });
		const { hints } = await adopt([{ key: 'x', number }], 'shared');
		expect(hints.join()).not.toContain('an item with this Adopt Once Key was done before');
	});

	it('is named with the right article', async () => {
		const input = [
			{ key: 'a', number: 'x' },
			{ key: 'b', number },
		];
		const { error } = await service.run(ADOPT, { input });
		expect(error?.description).not.toContain("With a 'Adopt");
	});
});
