import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeParameters,
	NodeParameterValueType,
} from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { inEngine2 } from '../support/engine2';
import { REVIEW_TYPE } from '../support/n8nCore';
import { RECIPIENT, simulated } from '../support/simulated';
import { visit } from '../support/visiting';

const service = simulated();

const ask: INodeParameters = {
	resource: 'message',
	operation: 'sendAndWait',
	channel: 'sms',
	to: RECIPIENT,
	message: 'Shall we?',
};

const sent = () => service.simulator.messages.map(({ text }) => text);
const LINK = /https?:\/\/\S+/g;
const links = () => (sent()[0].match(LINK) ?? []).map((link) => new URL(link));
const withoutLinks = () => sent()[0].replace(LINK, '<link>');

describe('Message → Send and Wait for Response', () => {
	it('sends one text with a signed link for the answer, and waits for ever', async () => {
		const { run } = await service.run(ask);
		expect(run.status).toBe('waiting');
		expect(run.waitTill).toEqual(WAIT_INDEFINITELY);
		expect(service.asked()).toEqual([
			{
				method: 'POST',
				path: '/send/text',
				query: '',
				body: { to: RECIPIENT, message: expect.any(String) },
			},
		]);
		expect(withoutLinks()).toBe('Shall we?\n\nApprove: <link>');

		const [link] = links();
		expect(link.pathname).toBe('/webhook-waiting/1/node-under-test');
		// Nothing more: each character of a text may cost money.
		expect(link.search).toMatch(/^\?signature=[0-9a-f]{64}$/);
	});

	it('gives one link for both answers, after their labels', async () => {
		await service.run({
			...ask,
			approvalOptions: {
				values: { approvalType: 'double', approveLabel: 'Yes', disapproveLabel: 'No, thanks' },
			},
		});
		expect(withoutLinks()).toBe('Shall we?\n\nYes / No, thanks: <link>');
	});

	it.each<[string, INodeParameters, string]>([
		['approval', {}, 'Aprobar / Rechazar'],
		['freeText', {}, 'Responder'],
		['freeText', { messageButtonLabel: 'Answer' }, 'Answer'],
	])(
		'in a language that is fixed, for %s with the options %j',
		async (responseType, more, label) => {
			await service.run({
				...ask,
				responseType,
				approvalOptions: { values: { approvalType: 'double' } },
				options: { pageLanguage: 'es-MX', ...more },
			});
			expect(withoutLinks()).toBe(`Shall we?\n\n${label}: <link>`);
		},
	);

	it('refuses a language that the pages do not speak, before anything is sent', async () => {
		const { error } = await service.run({ ...ask, options: { pageLanguage: 'sv' } });
		expect(service.asked()).toEqual([]);
		expect(error?.message).toBe(`'Page Language' "sv" is not a language of the pages`);
		expect(error?.description).toContain('Use one of: ar,');
	});

	it.each([
		['freeText', {}, 'Respond'],
		['freeText', { messageButtonLabel: 'Answer' }, 'Answer'],
		['customForm', {}, 'Respond'],
	])('for %s with the options %j gives one link', async (responseType, options, label) => {
		await service.run({
			...ask,
			responseType,
			options,
			formFields: { values: [{ fieldLabel: 'When?' }] },
		});
		expect(withoutLinks()).toBe(`Shall we?\n\n${label}: <link>`);
	});

	it.each([
		['imessage', { imessage: true }],
		['whatsapp', { whatsapp: true }],
	])('asks over %s as well', async (channel, flag) => {
		const { run } = await service.run({ ...ask, channel });
		expect(run.status).toBe('waiting');
		expect(service.asked()[0].body).toMatchObject({ beta_features: flag });
	});

	it('refuses several items before anything is sent, and says how to loop', async () => {
		const { error, run } = await service.run(ask, { input: [{}, {}, {}] });
		expect(service.asked()).toEqual([]);
		expect(run.status).toBe('error');
		expect(error?.message).toContain('one answer at a time, but got 3 items');
		expect(error?.description).toContain('Loop Over Items');
		expect(error?.description).toContain('this action runs only once');
		expect(error?.description).not.toContain('Also failed');
	});

	it('does not offer a message intent, whose text is a URL and nothing else', async () => {
		const { error } = await service.run({ ...ask, channel: 'intent' });
		expect(service.asked()).toEqual([]);
		expect(error?.message).toBe(`'Channel' cannot be "intent"`);
		expect(error?.description).toContain('Use one of: imessage, sms, whatsapp.');
	});

	it('refuses several items in the same way where it is set to continue', async () => {
		const { json, run } = await service.run(ask, {
			input: [{}, {}],
			node: { onError: 'continueRegularOutput' },
		});
		expect(service.asked()).toEqual([]);
		expect(run.status).toBe('success');
		expect(json).toHaveLength(2);
		expect(json[0].error).toContain('one answer at a time');
	});

	it('asks for the first of several items with Execute Once', async () => {
		const { run } = await service.run(ask, { input: [{}, {}], node: { executeOnce: true } });
		expect(run.status).toBe('waiting');
		expect(sent()).toHaveLength(1);
	});

	it('does not wait where the message could not be sent', async () => {
		service.simulator.fault({ kind: 'answer', status: 422, body: {} });
		const { run, error } = await service.run(ask);
		expect(run.status).toBe('error');
		expect(run.waitTill).toBeUndefined();
		expect(error?.httpCode).toBe('422');
	});
});

it.each(['https://example.com/n8n', 'http://localhost/a/b'])(
	'refuses to ask where n8n runs under a path, as %s, and says what to set',
	async (address) => {
		const { error, run } = await service.run(ask, { address });
		expect(service.asked()).toEqual([]);
		expect(run.status).toBe('error');
		const { origin, pathname } = new URL(address);
		expect(error?.message).toContain(`under the path ${pathname}/`);
		expect(error?.description).toContain(`pass ${origin}/webhook-waiting/ to n8n`);
		expect(error?.description).toContain('N8N_WEBHOOK_URL');
	},
);

it.each([{}, { onError: 'continueRegularOutput' as const }])(
	'refuses to ask in n8n Engine 2.0, which cannot wait, before anything is sent, set to %j',
	async (node) => {
		const { error, json, run } = await service.run(ask, { beforeExecute: inEngine2(), node });
		expect(service.asked()).toEqual([]);
		const message = error?.message ?? String(json[0].error);
		expect(message).toContain('Engine 2.0');
		expect(message).toContain('engineType');
		expect(run.status).toBe(error ? 'error' : 'success');
	},
);

it.each(['yes', 1])('a comment that is asked for with %j is refused', async (askComment) => {
	const { error } = await service.run({ ...ask, approvalOptions: { values: { askComment } } });
	expect(service.asked()).toEqual([]);
	expect(error?.message).toBe(`'Ask for a Comment' cannot be "${askComment}"`);
});

it.each([
	['an older build', { openQuestion: { number: 1, until: 1 } }],
	['this build', { executionId: '1', state: { openQuestion: { number: 1, until: 1 } } }],
])('a question after one of %s in the same execution has a link of its own', async (_, memory) => {
	const beforeExecute = (context: IExecuteFunctions) =>
		Object.assign(context.getContext('node'), structuredClone(memory));
	await service.run(ask, { beforeExecute });
	expect(links()[0].searchParams.get('q')).toBe('2');
});

it('a question that may have been sent never has the link of a later one', async () => {
	let memory: object = {};
	service.simulator.fault({ kind: 'reset', when: 'after' });
	const first = await service.run(ask, {
		beforeExecute: (context) => (memory = context.getContext('node')),
	});
	expect(first.error?.message).toMatch(/^This message may have been sent/);

	const [lost] = links();
	const saved = structuredClone(memory);
	await service.run(ask, {
		beforeExecute: (context) => Object.assign(context.getContext('node'), saved),
	});
	const [, later] = sent().map((text) => new URL(text.match(LINK)?.[0] ?? ''));

	expect([lost.searchParams.get('q'), later.searchParams.get('q')]).toEqual([null, '2']);
});

it('a question that may have been sent takes no answer, also where one before it did', async () => {
	let memory: object = {};
	const answered = { executionId: '1', state: { openQuestion: { number: 1, until: Infinity } } };
	service.simulator.fault({ kind: 'reset', when: 'after' });
	const { error } = await service.run(ask, {
		beforeExecute: (context) => {
			memory = Object.assign(context.getContext('node'), answered);
		},
	});
	expect(error?.message).toMatch(/^This message may have been sent/);
	expect(visit({}, { memory, link: links()[0].href }).status).toBe(410);
});

describe('the review of a tool, which n8n would take for refused by a person,', () => {
	const review = async (parameters: INodeParameters, node: Partial<INode> = {}) =>
		await service.run({ ...ask, ...parameters }, { type: REVIEW_TYPE, node });

	it('says that nobody was asked, and why, where it could not be sent', async () => {
		service.simulator.fault({ kind: 'answer', status: 422, body: { message: 'No such number' } });
		const { json, run } = await review({});
		expect(run.status).toBe('success');
		expect(json[0].chatInput).toMatch(
			/^Nobody was asked: the review could not be sent\. This is neither an approval nor a refusal\. .*No such number/,
		);
		expect(json[0]).not.toHaveProperty('approved');
		expect(json[0].errorDetails).toMatchObject({ mayHaveBeenSent: false });
	});

	it.each<[string, INodeParameters]>([
		['a wrong number', { to: '12' }],
		[
			'a review of too many SMS parts',
			{ message: '1'.repeat(20_000), options: { maxSmsParts: 3 } },
		],
	])('says that nobody was asked for %s', async (_, parameters) => {
		const { json } = await review(parameters);
		expect(service.asked()).toEqual([]);
		expect(json[0].chatInput).toMatch(/^Nobody was asked: /);
	});

	it('says that a person may have been asked, where nobody knows', async () => {
		service.simulator.fault({ kind: 'reset', when: 'after' });
		const { json } = await review({});
		expect(json[0].chatInput).toMatch(
			/^No person has answered: a person may have been asked, but the answer cannot arrive\. .*This message may have been sent: /,
		);
	});

	it('fails where its author wants the workflow to stop', async () => {
		const { error, json } = await review({ to: '12' }, { onError: 'stopWorkflow' });
		expect(error?.message).toContain('12');
		expect(json).toEqual([]);
	});

	it('waits for the person where it was sent', async () => {
		const { run } = await review({});
		expect(run.status).toBe('waiting');
	});
});

describe('the output panel, after a question was sent', () => {
	it.each([
		'http://localhost:5678',
		'http://127.0.0.1',
		'https://192.168.1.20',
		'http://[::1]:5678',
		'https://n8n.local',
		'http://n8n:5678',
		'http://100.64.0.1',
		'https://100.127.255.254',
		'https://203.0.113.7',
		'https://224.0.0.1',
		'http://[fd00::1]',
		'http://[2001:db8::1]',
		'http://[::ffff:10.0.0.1]',
	])('warns of a link that begins with %s', async (address) => {
		const result = await service.run(ask, { address });
		expect(result.run.status).toBe('waiting');
		expect(result.hints).toContainEqual(
			`The link in the message begins with ${new URL(address).origin}, which phones cannot reach. Set N8N_WEBHOOK_URL (in older n8n: WEBHOOK_URL) to the public address of this n8n, and restart n8n.`,
		);
	});

	it('says nothing of a link that phones can open, but how many parts the SMS takes', async () => {
		const approvalOptions = { values: { approvalType: 'double' } };
		const message = 'Ada asks for a desk lamp ($48). Is that all right?';
		const address = 'https://n8n.example.com';
		const result = await service.run({ ...ask, message, approvalOptions }, { address });
		expect(result.hints).toEqual([
			'A text was sent as 2 SMS parts: most carriers charge for each part.',
		]);
	});

	it.each([
		'http://100.63.0.1',
		'http://100.128.0.1',
		'http://223.5.5.5',
		'http://[2a00:1450::1]',
		'http://[::ffff:8.8.8.8]',
	])('says nothing of a link that begins with %s', async (address) => {
		const result = await service.run({ ...ask, channel: 'whatsapp' }, { address });
		expect(result.hints).toEqual([]);
	});

	it('says nothing of parts where there are none', async () => {
		const address = 'https://n8n.example.com';
		const result = await service.run({ ...ask, channel: 'whatsapp' }, { address });
		expect(result.hints).toEqual([]);
	});
});

describe('Limit Wait Time', () => {
	const limited = async (values: INodeParameters) =>
		await service.run({ ...ask, options: { limitWaitTime: { values } } });

	it.each([
		[0.5, 'minutes', 30_000],
		[45, 'minutes', 45 * 60_000],
		[2, 'hours', 2 * 3_600_000],
		[3, 'days', 3 * 86_400_000],
	])('of %d %s ends the waiting then', async (resumeAmount, resumeUnit, length) => {
		const before = Date.now();
		const { run } = await limited({ limitType: 'afterTimeInterval', resumeAmount, resumeUnit });
		const until = run.waitTill?.getTime() ?? 0;
		expect(until).toBeGreaterThanOrEqual(before + length);
		expect(until).toBeLessThanOrEqual(Date.now() + length);
	});

	it.each([
		['2999-01-31T18:00:00', '2999-01-31T09:00:00.000Z'],
		['2999-01-31 18:00', '2999-01-31T09:00:00.000Z'],
		['2999-01-31', '2999-01-30T15:00:00.000Z'],
		['2999-01-31T18:00:00.000Z', '2999-01-31T18:00:00.000Z'],
		['2999-01-31 18:00:00 +02:00', '2999-01-31T16:00:00.000Z'],
		['={{ DateTime.fromISO("2999-01-31T18:00:00Z") }}', '2999-01-31T18:00:00.000Z'],
		['={{ new Date("2999-01-31T18:00:00Z") }}', '2999-01-31T18:00:00.000Z'],
	])('at the time %s is read in the time zone of the workflow', async (maxDateAndTime, until) => {
		const values = { limitType: 'atSpecifiedTime', maxDateAndTime };
		const options = { limitWaitTime: { values } };
		const { run } = await service.run({ ...ask, options }, { timezone: 'Asia/Tokyo' });
		expect(run.waitTill?.toISOString()).toBe(until);
	});

	it.each([
		['2999-12-31T23:59:59', '2999-12-31T23:59:59.000Z'],
		['8999-12-31T23:59:59', '8999-12-31T23:59:59.000Z'],
		['9000-01-01T00:00:00', WAIT_INDEFINITELY.toISOString()],
		['9999-12-31T23:59:59', WAIT_INDEFINITELY.toISOString()],
		['9999-12-31T23:59:59-05:00', WAIT_INDEFINITELY.toISOString()],
	])('at the time %s ends the waiting at %s, and never at once', async (maxDateAndTime, until) => {
		const options = { limitWaitTime: { values: { limitType: 'atSpecifiedTime', maxDateAndTime } } };
		const { run } = await service.run({ ...ask, options }, { timezone: 'UTC' });
		expect(run.waitTill?.toISOString()).toBe(until);
	});

	it.each([1e7, 1e300])('of %d days is no limit', async (resumeAmount) => {
		const values = { limitType: 'afterTimeInterval', resumeAmount, resumeUnit: 'days' };
		expect((await limited(values)).run.waitTill).toEqual(WAIT_INDEFINITELY);
	});

	it.each<[string, INodeParameters, string]>([
		['no amount', { limitType: 'afterTimeInterval', resumeAmount: 0 }, 'Amount'],
		[
			'an amount of an expression that gives nothing',
			{ limitType: 'afterTimeInterval', resumeAmount: '={{ $json.nope }}', resumeUnit: 'minutes' },
			'Amount',
		],
		['an amount below 0', { limitType: 'afterTimeInterval', resumeAmount: -1 }, 'Amount'],
		[
			'an unknown unit',
			{ limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'weeks' },
			'Unit',
		],
		['an unknown type', { limitType: 'never', resumeAmount: 1 }, 'Limit Type of Limit Wait Time'],
		['no date', { limitType: 'atSpecifiedTime', maxDateAndTime: 'tomorrow' }, 'Max Date and Time'],
		[
			'a time that is over',
			{ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00' },
			'is in the past',
		],
		[
			'a date that can be two days',
			{ limitType: 'atSpecifiedTime', maxDateAndTime: '={{ "01/02/2030" }}' },
			`'Max Date and Time of Limit Wait Time' cannot be "01/02/2030"`,
		],
		[
			"a date of the server's zone",
			{ limitType: 'atSpecifiedTime', maxDateAndTime: '2030/01/31 18:00' },
			'Max Date and Time',
		],
		[
			'a date that no calendar has',
			{ limitType: 'atSpecifiedTime', maxDateAndTime: '2030-02-31T18:00:00' },
			'Max Date and Time',
		],
	])('that is %s is refused before anything is sent', async (_, values, words) => {
		const { error } = await limited(values);
		expect(service.asked()).toEqual([]);
		expect(error?.message).toContain(words);
		expect(error?.description).toMatch(/^Use /);
	});
});

it('an approval of an unknown type is refused before anything is sent', async () => {
	const { error } = await service.run({
		...ask,
		approvalOptions: { values: { approvalType: 'both' } },
	});
	expect(service.asked()).toEqual([]);
	expect(error?.message).toBe(`'Type of Approval' cannot be "both"`);
	expect(error?.description).toContain('Use one of: single, double.');
});

describe('a custom form', () => {
	const DAYS = { fieldOptions: { values: [{ option: 'Mon' }, { option: 'Tue' }] } };
	const form = async (fields: NodeParameterValueType | IDataObject[]) =>
		await service.run({
			...ask,
			responseType: 'customForm',
			defineForm: 'json',
			jsonOutput: typeof fields === 'string' ? fields : JSON.stringify(fields),
		});

	const many = (count: number) => ({
		fieldOptions: Array.from({ length: count }, (_, option) => ({ option })),
	});

	it.each([
		['fields', Array.from({ length: 1000 }, (_, field) => ({ fieldLabel: `${field}` }))],
		['checkboxes', [{ fieldLabel: 'Day', fieldType: 'checkbox', ...many(1000) }]],
		['radio buttons and more', [{ fieldLabel: 'Day', fieldType: 'radio', ...many(1001) }]],
	])('with 1,000 %s is sent', async (_, fields) => {
		expect((await form(fields)).run.status).toBe('waiting');
	});

	it.each<[string, IDataObject]>([
		['a text', { placeholder: 'e.g. Ada', defaultValue: 'Ada', requiredField: true }],
		['a long text', { fieldType: 'textarea', placeholder: 'a', defaultValue: 'a' }],
		['a number', { fieldType: 'number', placeholder: '1', defaultValue: 1 }],
		['an email address', { fieldType: 'email', placeholder: 'a', defaultValue: 'a@example.com' }],
		['a password', { fieldType: 'password', placeholder: 'a' }],
		['a date', { fieldType: 'date', placeholder: 'a', defaultValue: '2030-01-31' }],
		['a dropdown', { fieldType: 'dropdown', ...DAYS, multiselect: true, defaultValue: 'Mon' }],
		['radio buttons', { fieldType: 'radio', ...DAYS, defaultValue: 'Mon' }],
		[
			'checkboxes',
			{
				fieldType: 'checkbox',
				...DAYS,
				limitSelection: 'range',
				minSelections: 1,
				maxSelections: 2,
			},
		],
		[
			'checkboxes with a limit',
			{ fieldType: 'checkbox', ...DAYS, limitSelection: 'exact', numberOfSelections: 2 },
		],
		['a hidden field', { fieldType: 'hiddenField', fieldName: 'order', fieldValue: 7 }],
		['settings without a value', { html: '', formatDate: null, multipleFiles: false }],
	])('with %s is sent', async (_, field) => {
		const { run } = await form([{ fieldLabel: 'Name', ...field }]);
		expect(run.status).toBe('waiting');
	});

	it.each<[string, NodeParameterValueType | IDataObject[], string]>([
		['that is no JSON', '[{', "'Form Fields' cannot be"],
		['that is no list', '{}', "'Form Fields' cannot be"],
		['without fields', '[]', 'The form has no fields'],
		['with a field that is none', '["Name"]', `'Form element 1' cannot be "Name"`],
		['with a field without label', '[{}]', 'Form element 1 has no label'],
		[
			'with an upload',
			'[{"fieldLabel":"Photo","fieldType":"file"}]',
			'Form element 1 has the type "file"',
		],
		[
			'with HTML',
			'[{"fieldType":"html","html":"<b>Hi</b>"}]',
			'Form element 1 has the type "html"',
		],
		[
			'with a hidden field without a name',
			'[{"fieldType":"hiddenField","fieldLabel":"A","fieldValue":"a"}]',
			'Form element 1 has no name',
		],
		[
			'with a format for a date',
			'[{"fieldLabel":"Day","fieldType":"date","formatDate":"dd/mm/yyyy"}]',
			'Form element 1 has the setting "formatDate"',
		],
		[
			'with a setting of another type',
			'[{"fieldLabel":"Day","minSelections":1}]',
			'Form element 1 has the setting "minSelections", which the type "text" does not take',
		],
		[
			'with a setting that nobody knows',
			'[{"fieldLabel":"Day","colour":"red"}]',
			'Form element 1 has the setting "colour"',
		],
		[
			'with a limit that nobody can meet',
			[
				{ fieldLabel: 'Day', fieldType: 'checkbox', ...DAYS },
				{
					fieldLabel: 'Night',
					fieldType: 'checkbox',
					...DAYS,
					limitSelection: 'exact',
					numberOfSelections: 3,
				},
			],
			'Nobody can answer the form element "Night": it asks for 3 to 3 of 2 choices',
		],
		[
			'with a range that ends before it begins',
			[
				{
					fieldLabel: 'Day',
					fieldType: 'checkbox',
					...DAYS,
					limitSelection: 'range',
					minSelections: 2,
					maxSelections: 1,
				},
			],
			'it asks for 2 to 1 of 2 choices',
		],
		[
			'with a limit in words',
			[
				{
					fieldLabel: 'Day',
					fieldType: 'checkbox',
					...DAYS,
					limitSelection: 'exact',
					numberOfSelections: 'two',
				},
			],
			`'Form element 1: Number of Selections' cannot be "two"`,
		],
		[
			'with an unknown limit',
			[{ fieldLabel: 'Day', fieldType: 'checkbox', ...DAYS, limitSelection: 'some' }],
			`'Form element 1: Limit Selection' cannot be "some"`,
		],
		[
			'with a default value that is no choice',
			[{ fieldLabel: 'Day', fieldType: 'radio', ...DAYS, defaultValue: 'Sun' }],
			`'Form element 1: Default Value' cannot be "Sun"`,
		],
		[
			'with a default value that is no date',
			[{ fieldLabel: 'Day', fieldType: 'date', defaultValue: 'tomorrow' }],
			`'Form element 1: Default Value' cannot be "tomorrow"`,
		],
		[
			'with nothing to choose from',
			'[{"fieldLabel":"Day","fieldType":"radio"}]',
			'"Day" has nothing to choose from',
		],
		[
			'with a switch that is neither on nor off',
			'[{"fieldLabel":"Name"},{"fieldLabel":"Day","requiredField":"yes"}]',
			`'Form element 2: Required Field' cannot be "yes"`,
		],
		[
			'with more fields than n8n takes of an answer',
			Array.from({ length: 1001 }, (_, field) => ({ fieldLabel: `${field}` })),
			'An answer to this form could have 1001 values',
		],
		[
			'with more hidden fields than that',
			Array.from({ length: 1001 }, (_, field) => ({
				fieldType: 'hiddenField',
				fieldName: `${field}`,
			})),
			'An answer to this form could have 1001 values',
		],
		[
			'whose checkboxes could all be checked, which are more',
			[
				{ fieldLabel: 'Day', fieldType: 'checkbox', ...many(500) },
				{ fieldLabel: 'Hour', fieldType: 'dropdown', multiselect: true, ...many(500) },
				{ fieldLabel: 'Name' },
			],
			'An answer to this form could have 1001 values',
		],
		[
			'with two fields of one name',
			'[{"fieldLabel":"Day"},{"fieldLabel":"Day"}]',
			'two fields with the name "Day"',
		],
	])('%s is refused before anything is sent', async (_, fields, words) => {
		const { error } = await form(fields);
		expect(service.asked()).toEqual([]);
		expect(error?.message).toContain(words);
		expect(error?.description).toBeTruthy();
	});
});
