import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { messagingService, messagingServiceApi, messagingServiceTrigger } from '../support/built';
import { withNested } from '../support/description';
import { operationOf, OPERATIONS } from '../support/operations';

const parameters = withNested([
	...messagingService.description.properties,
	...messagingServiceTrigger.description.properties,
	...messagingServiceApi.properties,
]);
const operations = messagingService.description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options }) => options as INodePropertyOptions[]);

describe('the panel', () => {
	/** Returns the notices that n8n shows above the fields of an operation. */
	const noticesOf = ({ parameters: given }: (typeof OPERATIONS)[number], isTool: boolean) => {
		const { description } = messagingService;
		const type = { ...description, name: `${description.name}${isTool ? 'Tool' : ''}` };
		return description.properties
			.filter((property) => property.type === 'notice')
			.filter((property) =>
				NodeHelpers.displayParameter(given, property, { typeVersion: 1 }, type, given),
			)
			.map(({ displayName }) => displayName);
	};

	it.each([
		['lease.adopt', 'costs money'],
		['lease.adoptFirstAvailable', 'costs money'],
		['lease.relinquish', 'you may not get it again'],
	])('says above %s: %s', (name, said) => {
		const texts = [false, true].map((isTool) => noticesOf(operationOf(name), isTool).join());
		expect(texts).toEqual(Array(2).fill(expect.stringContaining(said)));
	});

	it.each(OPERATIONS.filter(({ sends }) => sends))(
		'says above the tool of an agent alone what a model may do with it: $name',
		(tried) => {
			expect(noticesOf(tried, true).join()).toContain('Each call');
			expect(noticesOf(tried, false).join()).not.toContain('Each call');
		},
	);

	it.each([
		['numberAvailable', ['event', 'filters']],
		['numberStatusChanged', ['event', 'numbers']],
	])('of the trigger has for %s the fields: %j', (event, names) => {
		const { description } = messagingServiceTrigger;
		const shown = description.properties.filter((property) =>
			NodeHelpers.displayParameter({ event }, property, { typeVersion: 1 }, description, { event }),
		);
		expect(namesOf(shown)).toEqual(names);
	});

	it('has no text that it cuts off', () => {
		const long = [...parameters, ...operations].filter(
			({ description = '' }) => description.replace(/<[^>]+>/g, '').length > 150,
		);
		expect(long.map(({ name }) => name)).toEqual([]);
	});

	it('has a list of all countries to choose from', async () => {
		const loaded = await messagingService.methods?.loadOptions?.getCountries.call(
			{} as ILoadOptionsFunctions,
		);
		expect(loaded).toContainEqual({ name: 'United Kingdom', value: 'GB' });
		expect(loaded?.length).toBeGreaterThan(240);

		const fields = OPERATIONS.flatMap(({ options, rules }) => [...options, ...rules]).filter(
			({ name }) => /^(default|allowed)Countr/.test(name),
		);
		const ofList = fields.map(() => ({ loadOptionsMethod: 'getCountries' }));
		expect(fields.map(({ typeOptions }) => typeOptions)).toEqual(ofList);
	});

	it('lets resource, operation and event be chosen, never computed', () => {
		for (const { name, noDataExpression } of parameters) {
			if (['resource', 'operation', 'event'].includes(name)) expect(noDataExpression).toBe(true);
		}
	});

	it('chooses the same operation at first for ever: n8n saves no default', () => {
		const chosen = messagingService.description.properties
			.filter(({ name }) => name === 'operation')
			.map(({ displayOptions, default: first }) => [displayOptions?.show?.resource?.[0], first]);
		expect(Object.fromEntries(chosen)).toEqual({
			message: 'send',
			intent: 'generate',
			lease: 'getAll',
			otp: 'send',
		});
	});

	it.each([
		['lease.adopt', 'list'],
		// Its own numbers are not in the list.
		// What the service lists is the pool: none of it is the user's to check or to give back.
		['lease.getStatus', undefined],
		['lease.relinquish', undefined],
	])('lets the number of %s be chosen at first by %p', (name, mode) => {
		const number = operationOf(name).properties.find((property) => property.name === 'number');
		expect(number?.modes?.map((one) => one.name)).toEqual(mode && ['list', 'number']);
		expect(number?.default).toEqual(mode ? { mode, value: '' } : '');
	});

	it('has the same names as version 1 promises', () => {
		const names = OPERATIONS.map(({ name, properties }) => [
			name,
			properties
				.filter(({ type, name: field }) => type !== 'notice' && field !== 'recipientRules')
				.map(({ name: field }) => field)
				.sort()
				.join(', '),
		]);
		expect(Object.fromEntries(names)).toEqual({
			'message.send': 'channel, from, message, options, to',
			'message.sendAndWait': 'approvalOptions, channel, from, message, options, responseType, to',
			'otp.send': 'language, name, options, to',
			'otp.verify': 'options, otp, otpId',
			'intent.generate': 'companyName, embedText, from, imageUrl, intentOption, options, to',
			'intent.generateAndSend': 'companyName, embedText, from, imageUrl, intentOption, options, to',
			'lease.getAll': 'filters, limit, options, returnAll',
			'lease.getStatus': 'number, options',
			'lease.adopt': 'number, options',
			'lease.adoptFirstAvailable': 'filters, options',
			'lease.relinquish': 'number, options',
		});
	});

	it.each([
		[
			'boolean',
			'allowInsecureHttp askComment dryRun failOnIncorrect fallback returnAll smartEncoding',
		],
		['dateTime', 'maxDateAndTime'],
		['fixedCollection', 'approvalOptions limitWaitTime'],
		['multiOptions', 'allowedCountries supports'],
		[
			'number',
			'concurrency limit maxMessages maxRetries maxSmsParts requestsPerSecond resumeAmount timeout',
		],
		[
			'options',
			'approvalType authScheme carrier channel country defaultCountry event limitType operation pageLanguage resource responseType resumeUnit type',
		],
		['resourceLocator', 'number'],
	])('has a field of the type %s for: %s', (type, names) => {
		expect([...new Set(namesOf(ofType(type)))].sort().join(' ')).toBe(names);
	});

	it.each([
		['maxSmsParts smartEncoding', '/channel', 'sms'],
		['messageButtonLabel responseFormButtonLabel', '/responseType', 'freeText'],
		['resumeAmount resumeUnit', 'limitType', 'afterTimeInterval'],
		['maxDateAndTime', 'limitType', 'atSpecifiedTime'],
		['approvalOptions', 'responseType', 'approval'],
		['disapproveLabel', 'approvalType', 'double'],
		['limit', 'returnAll', false],
	])('shows %s where %s is %p alone', (names, field, value) => {
		const shown = parameters.filter(({ displayOptions }) =>
			displayOptions?.show?.[field]?.includes(value),
		);
		expect([...new Set(namesOf(shown))].sort().join(' ')).toBe(names);
	});

	it('names the values of the service as people know them', () => {
		const { filters } = operationOf('lease.getAll');
		expect(filters.map(({ options = [] }) => options.map(({ name }) => name).join())).toEqual([
			...["AT&T,Provider's Own,T-Mobile", 'Canada,France,United Kingdom,United States'],
			...['', 'iMessage,MMS,SMS,Voice,WhatsApp', 'iMessage,Text,WhatsApp'],
		]);
	});

	const COMMON = ['concurrency', 'maxRetries', 'requestsPerSecond', 'timeout'];
	const RULES = ['allowedCountries', 'doNotSendTo', 'maxMessages', 'onlySendTo'];
	const ONCE = ['defaultCountry', 'dryRun', 'sendOnceKey'];
	const TEXT = ['fallback', 'maxSmsParts', 'smartEncoding'];

	it.each<[string, string[], string[]]>([
		['message.send', [...COMMON, ...ONCE, ...TEXT], RULES],
		['otp.send', [...COMMON, ...ONCE], RULES],
		['lease.adopt', ['adoptOnceKey', 'defaultCountry', ...COMMON], []],
		['lease.adoptFirstAvailable', ['adoptOnceKey', ...COMMON.slice(1)], []],
		['intent.generateAndSend', [...COMMON, ...ONCE], RULES],
		['message.sendAndWait', [], ['allowedCountries', 'onlySendTo']],
	])('has the options of %s, and its rules for recipients apart', (name, options, rules) => {
		const tried = operationOf(name);
		const namesOf = (entries: Array<{ name: string }>) => entries.map((entry) => entry.name).sort();
		if (options.length > 0) expect(namesOf(tried.options)).toEqual(options.sort());
		expect(namesOf(tried.rules)).toEqual(rules.sort());
	});
});

// Descriptions are put together from many files, where n8n's lint rules for them look away.

const ofType = (...types: string[]) => parameters.filter(({ type }) => types.includes(type));
const namesOf = (found: INodeProperties[]) => found.map(({ name }) => name);

it('workflows find each node, its version and its credential again', () => {
	const promised = (name: string) => ({
		...{ name, version: 1, outputs: ['main'] },
		credentials: [
			{ name: 'messagingServiceApi', required: true, testedBy: 'messagingServiceApiTest' },
		],
	});
	const webhooks = ['GET', 'POST'].map((httpMethod) => ({ httpMethod, restartWebhook: true }));
	const tool = { ...promised('messagingService'), usableAsTool: true, inputs: ['main'], webhooks };
	expect(messagingService.description).toMatchObject(tool);
	const trigger = { ...promised('messagingServiceTrigger'), polling: true, inputs: [] };
	expect(messagingServiceTrigger.description).toMatchObject(trigger);
	expect(messagingServiceApi.name).toBe('messagingServiceApi');
});

it('a default is one of the choices', () => {
	const wrong = ofType('options').filter(
		({ options, typeOptions, default: first }) =>
			!typeOptions?.loadOptionsMethod &&
			!options?.some((option) => 'value' in option && option.value === first),
	);
	expect(namesOf(wrong)).toEqual([]);
});

it('five choices or more stand in the order of the alphabet', () => {
	const long = ofType('options', 'multiOptions', 'collection').filter(
		({ options = [] }) => options.length >= 5,
	);
	expect(long.length).toBeGreaterThan(5);
	for (const { options = [] } of long) {
		const shown = options.map((one) => ('displayName' in one ? one.displayName : one.name));
		expect(shown).toEqual([...shown].sort((one, other) => one.localeCompare(other)));
	}
});

it('a switch says "Whether", and a single sentence has no full stop', () => {
	const switches = ofType('boolean').filter(
		({ description = '' }) => !/^Whether/.test(description),
	);
	expect(namesOf(switches)).toEqual([]);
	const stopped = parameters.filter(({ description = '' }) => /^[^.]*\.$/.test(description));
	expect(namesOf(stopped)).toEqual([]);
});
