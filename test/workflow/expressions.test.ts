import type { INodeParameters } from 'n8n-workflow';

import { RECIPIENT, simulated } from '../support/simulated';

const service = simulated();

const SEND: INodeParameters = {
	resource: 'message',
	operation: 'send',
	channel: 'sms',
	to: RECIPIENT,
	message: 'Hello',
};
const ASK: INodeParameters = { ...SEND, operation: 'sendAndWait' };
const INTENT: INodeParameters = { resource: 'intent', operation: 'generate', toNumber: RECIPIENT };
const VERIFY: INodeParameters = { resource: 'otp', operation: 'verify', otpId: 'x', otp: '123456' };
const STATUS: INodeParameters = { resource: 'lease', operation: 'getStatus' };

/** Each field whose text people read, with the name that errors have for it. */
const TEXTS = [
	['Message', 'Send', SEND, 'message'],
	['Message', 'Send and Wait for Response', ASK, 'message'],
	['Company Name', 'Generate', INTENT, 'companyName'],
	['Embed Text', 'Generate and Send', { ...INTENT, operation: 'generateAndSend' }, 'embedText'],
] as const;

const ITEM = {
	name: { first: 'Ada' },
	nothing: null,
	when: 'soon',
	template: 'Hi {{ $json.name }}',
};

/** Runs it with a field, and returns the error before any request. */
async function refusalOf(parameters: INodeParameters, field: string, value: string) {
	const { error } = await service.run({ ...parameters, [field]: value }, { input: [{ ...ITEM }] });
	expect(service.asked()).toEqual([]);
	return { message: error?.message, description: error?.description };
}

describe.each(TEXTS)("'%s' of %s", (name, _operation, parameters, field) => {
	it.each(['Hi {{ $json.name }}!', '{{$json.a}}', 'a {{ {{ $now }} }}', '}} {{ "}" + $json.a }}'])(
		'refuses an expression in a field that is Fixed: %s',
		async (value) => {
			const { message, description } = await refusalOf(parameters, field, value);
			expect(message).toContain(`'${name}' contains the expression "`);
			expect(message).not.toContain('{{');
			expect(message).toContain('which n8n has not evaluated');
			expect(description).toContain(`Switch '${name}' from Fixed to Expression.`);
		},
	);

	it('refuses an expression that stands in the data', async () => {
		const { message, description } = await refusalOf(parameters, field, '={{ $json.template }}');
		expect(message).toBe(
			`'${name}' contains the expression "$json.name", which n8n has not evaluated`,
		);
		expect(description).toContain('It stands in the data');
	});

	it.each([
		['=Hi {{ $json.name }}, {{ $json.when }}!', '"$json.name" returned an object'],
		['={{ $json.when }}, {{ $json.name }}', '"$json.name" returned an object'],
		['={{ "Hi " + $json.name }}', '""Hi " + $json.name" returned an object'],
		['={{ $json.when }}{{ $json.name }}', '"$json.when" or "$json.name" returned an object'],
		['=A {{ $json.name }} {{ $json }}', '"$json.name" and "$json" returned an object'],
		['Hi [object Object]', 'it was made of an object'],
	])('refuses an object in a text, and says which part gave it: %s', async (value, part) => {
		const { message, description } = await refusalOf(parameters, field, value);
		expect(message).toBe(`'${name}' contains "object Object": ${part}`);
		expect(description).toMatch(/^Pick one of the values of the object/);
	});

	it.each([
		'={{ "undefined" }}',
		'={{ " null\\n" }}',
		'=\u00a0{{ "NaN" }} ',
		'={{ String(new Date("x")) }}',
		'={{ String(DateTime.fromISO("x")) }}',
		'=null {{ "null" }}',
	])('refuses what stands for a missing value: %s', async (value) => {
		const { message, description } = await refusalOf(parameters, field, value);
		expect(message).toMatch(new RegExp(`^'${name}' is nothing but "`));
		expect(description).toContain(`Check the names in the expression of '${name}'`);
	});
});

it.each([
	'Use {{ name }} in templates',
	'{{ a }} costs $5, {{ b }} too',
	'From $5 {{',
	'{{ costs $5',
	'Your date: undefined',
	'nullify',
	'Invalid Dates',
	'[object Objection]',
])('sends a text that only looks like a broken expression: %s', async (message) => {
	await service.run({ ...SEND, message });
	expect(service.asked()).toMatchObject([{ body: { message } }]);
});

describe('an expression that returns nothing', () => {
	it.each([
		["'To'", SEND, 'to'],
		["'Message'", SEND, 'message'],
		["'To Number'", INTENT, 'toNumber'],
		["'OTP ID'", VERIFY, 'otpId'],
		["'One-Time Password'", VERIFY, 'otp'],
	])('is named where %s is empty', async (name, parameters, field) => {
		for (const value of [
			'={{ $json.phnoe }}',
			'= {{ $json.nothing ?? "" }}',
			'={{ $json.nothing }}',
		]) {
			const { message, description } = await refusalOf(parameters, field, value);
			expect(message).toBe(`${name} is empty: its expression returned nothing for this item`);
			expect(description).toMatch(
				new RegExp(
					`^Check the names in the expression of ${name}. \\$json is the output of the node just`,
				),
			);
		}
	});

	it('is named where the number of a lease is empty', async () => {
		const locator = { __rl: true, mode: 'number', value: '={{ $json.phnoe }}' };
		for (const number of [locator, locator.value]) {
			const { error } = await service.run({ ...STATUS, number }, { input: [{ ...ITEM }] });
			expect(error?.message).toBe(
				"'Number' is empty: its expression returned nothing for this item",
			);
		}
		expect(service.asked()).toEqual([]);
	});

	it('is not named where the field was left empty', async () => {
		const { message, description } = await refusalOf(SEND, 'message', ' ');
		expect(message).toBe("'Message' is empty");
		expect(description).toMatch(/^Fill in 'Message', or filter out items without it/);
	});
});

describe('an expression that n8n cannot parse', () => {
	const input = [{ 'Phone Number': RECIPIENT, 'First name': 'Ada', 'First name of partner': 'Bo' }];
	const refused = async (parameters: INodeParameters) => {
		const { error } = await service.run({ ...SEND, ...parameters }, { input });
		expect(service.asked()).toEqual([]);
		return error;
	};

	it.each([
		['To', 'Phone Number', { to: '={{ $json.Phone Number }}' }],
		['To', 'Phone Number', { to: '={{ $json.Phone Number.trim() }}' }],
		['Message', 'First name', { message: '=Hi {{ $json.First name }}!' }],
		['Message', 'First name of partner', { message: '={{ $json.First name of partner }}' }],
		['Send Once Key', 'Phone Number', { options: { sendOnceKey: '={{ $json.Phone Number }}' } }],
	])("names '%s' and the column with a space, %s", async (name, column, parameters) => {
		const error = await refused(parameters);
		expect(error?.message).toBe(
			`'${name}' contains an expression that n8n cannot read: the name "${column}" has to stand in brackets`,
		);
		expect(error?.description).toContain(`'${name}', write $json["${column}"]`);
	});

	it.each(['={{ $json.name + }}', '={{ $("Rows").item.json.Phone No }}', '={{ ( }}'])(
		'names the field and says what to check: %s',
		async (to) => {
			const error = await refused({ to });
			expect(error?.message).toBe(
				"'To' contains an expression that n8n cannot read: invalid syntax",
			);
			expect(error?.description).toContain('$json["Phone Number"]');
		},
	);

	it('is a mistake of the input, so that an If can sort it', async () => {
		const { json } = await service.run(
			{ ...SEND, to: '={{ $json.Phone Number }}' },
			{ input, node: { onError: 'continueRegularOutput' } },
		);
		expect(json).toMatchObject([{ errorDetails: { mayHaveBeenSent: false, about: 'input' } }]);
	});
});
