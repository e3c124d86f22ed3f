import { randomUUID } from 'node:crypto';

import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { messagingService } from '../support/built';
import { NODE_TYPE, REVIEW_TYPE } from '../support/n8nCore';
import { aNode, nodeTypes, workflowOf } from '../support/nodes';
import { RECIPIENT } from '../support/operations';
import { rows } from '../support/rows';
import type { Sending } from '../support/send';
import { CONTINUE, refusedItem, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

/** Asks the recipient of the tests. */
const ask = async (parameters: INodeParameters = {}, more: Sending = {}) =>
	await send(service, {
		operation: 'message.sendAndWait',
		parameters: { to: RECIPIENT, message: 'Shall we?', ...parameters },
		...more,
	});

/** Asks, and expects that it is refused before anything is sent. Returns the error. */
async function refusal(parameters: INodeParameters = {}, more: Sending = {}) {
	const { error } = await ask(parameters, { fails: true, ...more });
	expect(service.asked()).toEqual([]);
	return error;
}

/** Makes a run look to the node like one of n8n's Engine 2.0. */
const inEngine2 = (context: IExecuteFunctions) => {
	context.getExecutionId = () => randomUUID();
};

const free = (options: INodeParameters): INodeParameters => ({ responseType: 'freeText', options });

/** A limit of the waiting, and parameters with one. */
const AFTER = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' };
const limitedBy = (values: INodeParameters): INodeParameters => ({
	options: { limitWaitTime: { values } },
});

const LINK = /https?:\/\/\S+/;
const linkOf = (text: string) => new URL(LINK.exec(text)?.[0] ?? '');
const withoutLink = () => service.texts()[0].replace(LINK, '<link>');

describe('Message → Send and Wait for Response', () => {
	it('sends one text with a signed link for the answer, and waits for ever', async () => {
		const { run, json } = await ask();
		expect(run.status).toBe('waiting');
		// Whoever called the webhook that started the workflow may get it: nothing of the account.
		expect(json).toEqual([{}]);
		expect(run.waitTill).toEqual(WAIT_INDEFINITELY);
		expect(service.asked()).toEqual([
			{
				method: 'POST',
				path: '/send/text',
				query: '',
				body: { to: RECIPIENT, message: expect.any(String) },
			},
		]);
		expect(withoutLink()).toBe('Shall we?\n\nApprove: <link>');

		const link = linkOf(service.texts()[0]);
		expect(link.pathname).toBe('/webhook-waiting/1/node-under-test');
		// Nothing more: each character of a text may cost money.
		expect(link.search).toMatch(/^\?signature=[0-9a-f]{64}$/);
	});

	it('lets n8n 1, which asks for it, refuse a link with a wrong signature', async () => {
		const setSignatureValidationRequired = jest.fn();
		await ask({}, { beforeExecute: (it) => Object.assign(it, { setSignatureValidationRequired }) });
		expect(setSignatureValidationRequired).toHaveBeenCalled();
	});

	it.each<[string, INodeParameters]>([
		['Yes / No, thanks', { values: { approveLabel: 'Yes', disapproveLabel: 'No, thanks' } }],
		['Aprobar / Rechazar', { options: { pageLanguage: 'es-MX' } }],
		['Approve / Decline', { options: { pageLanguage: '={{ $json.language }}' } }],
		['Respond', { responseType: 'freeText' }],
		['Responder', { responseType: 'freeText', options: { pageLanguage: 'es-MX' } }],
		['Answer', { responseType: 'freeText', options: { messageButtonLabel: 'Answer' } }],
	])('says before its one link: %s', async (label, { values, ...more }) => {
		const approvalOptions = { values: { approvalType: 'double', ...(values as object) } };
		const input = [{ language: 'nb-NO' }];
		await ask({ approvalOptions, ...more }, { items: input });
		expect(withoutLink()).toBe(`Shall we?\n\n${label}: <link>`);
	});

	it.each<[string, INodeParameters]>([
		[`'Channel' cannot be "intent"`, { channel: 'intent' }],
		["'Channel' cannot be", { channel: '={{ $json.nope }}' }],
		[`'Response Type' cannot be "customForm"`, { responseType: 'customForm' }],
		[`→ Amount' cannot be "0"`, limitedBy({ ...AFTER, resumeAmount: 0 })],
		[`→ Amount' cannot be "true"`, limitedBy({ ...AFTER, resumeAmount: '={{ true }}' })],
		[`'Unit' cannot be "weeks"`, limitedBy({ ...AFTER, resumeUnit: 'weeks' })],
		[`'Limit Type' cannot be "never"`, limitedBy({ ...AFTER, limitType: 'never' })],
		["'Limit Wait Time → Amount' cannot be", { options: { limitWaitTime: '={{ $json.nope }}' } }],
		["'Limit Wait Time → Amount' cannot be", { options: { limitWaitTime: {} } }],
	])('refuses before anything is sent what cannot be: %s', async (message, wrong) => {
		const error = await refusal(wrong);
		expect(error.message).toContain(message);
		expect(error.description).toMatch(/^Use /);
	});

	it.each<[string, INodeParameters]>([
		['Approve Button Label', { values: { approveLabel: '={{ {} + "" }}' } }],
		['Decline Button Label', { values: { disapproveLabel: '{{ $json.no }}' } }],
		['Response Form Title', { options: { responseFormTitle: '=Hi {{ {} + "" }}' } }],
		['Response Form Description', free({ responseFormDescription: '={{ "null" }}' })],
		['Message Button Label', free({ messageButtonLabel: 'Hi {{ $json.name }}' })],
		['Response Form Button Label', free({ responseFormButtonLabel: '={{ "NaN" }}' })],
	])('refuses a broken expression in %s, before anything is sent', async (name, wrong) => {
		const { values, ...more } = wrong;
		const approvalOptions = { values: { approvalType: 'double', ...(values as object) } };
		const error = await refusal({ approvalOptions, ...more });
		expect(error.message).toContain(`'${name}'`);
	});

	it('refuses several items before anything is sent, and says how to loop', async () => {
		const { error } = await ask({}, { fails: true, items: rows(3) });
		expect(error.message).toContain('one answer at a time, but got 3 items');
		expect(error.description).toMatch(/"Loop Over Items".*"Limit".*no item is lost/s);
		expect(error.description).not.toContain('Execute Once');
		const { json } = await ask({}, { items: rows(3), node: CONTINUE });
		expect(json).toEqual(Array(3).fill(refusedItem()));
		expect(service.asked()).toEqual([]);
	});

	it('asks for the first of several items with Execute Once', async () => {
		const { run } = await ask({}, { items: rows(2), node: { executeOnce: true } });
		expect(run.status).toBe('waiting');
		expect(service.texts()).toHaveLength(1);
	});

	it('does not wait where the message could not be sent', async () => {
		service.simulator.fault({ kind: 'answer', status: 422, body: {} });
		const { run, error } = await ask({}, { fails: true });
		expect(run.status).toBe('error');
		expect(run.waitTill).toBeUndefined();
		expect(error.httpCode).toBe('422');
	});

	it.each([
		...['https://example.com/n8n', 'n8n:5678', 'ftp://example.com', 'http://:5678'],
		'http://https://example.com:5678',
	])('refuses to ask where the address of n8n is %s, and says what to set', async (address) => {
		const error = await refusal({}, { address });
		expect(error.message).toContain(`"${address}/rest"`);
		expect(error.description).toMatch(/Set N8N_WEBHOOK_URL.*https:.*N8N_HOST/);
	});

	/** Makes a run look like the call of a tool by an older agent, or over MCP. */
	const inPassing = (context: object) => Object.assign(context, { getNextRunIndex: () => 0 });

	it.each([
		['Engine 2.0', inEngine2, {}],
		['Engine 2.0', inEngine2, CONTINUE],
		['an AI agent', inPassing, {}],
	])('refuses to ask in %s, which cannot wait', async (where, beforeExecute, node) => {
		const fails = node !== CONTINUE;
		const { error, json } = await ask({}, { fails, beforeExecute, node });
		expect(service.asked()).toEqual([]);
		expect(error ? error.message : json[0].error).toContain(`${where} cannot wait`);
	});
});

it('the link of a question is its own in each round of a loop, also where the one before was possibly sent', async () => {
	service.simulator.fault({ kind: 'reset', when: 'after' });
	await ask({}, { rounds: [[{}], [{}]], node: { onError: 'continueRegularOutput' } });
	const numbers = service.texts().map((text) => linkOf(text).searchParams.get('q'));
	expect(numbers).toEqual([null, '2']);
});

describe('the review of a tool, which n8n would take for refused by a person,', () => {
	const review = async (parameters: INodeParameters, more: Sending = {}) =>
		await ask({ ...parameters }, { type: REVIEW_TYPE, ...more });

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

	it('says that a person may have been asked, where nobody knows', async () => {
		service.simulator.fault({ kind: 'reset', when: 'after' });
		const { json } = await review({});
		expect(json[0].chatInput).toMatch(
			/^No person has answered: a person may have been asked, but the answer cannot arrive\. .*This message may have been sent: /,
		);
	});

	it('fails where its author wants the workflow to stop', async () => {
		const node = { onError: 'stopWorkflow' as const };
		const { error, json } = await review({ to: '12' }, { fails: true, node });
		expect(error.message).toContain('12');
		expect(json).toEqual([]);
	});
});

describe('the output panel, after a question was sent', () => {
	const hintsAt = async (address: string) =>
		(await ask({ channel: 'whatsapp' }, { address })).hints;

	it.each([
		...['http://localhost:5678', 'http://127.0.0.1', 'http://[::1]:5678', 'http://n8n:5678'],
		'http://0.0.0.0:5678',
	])('warns of a link that begins with %s', async (address) => {
		expect(await hintsAt(address)).toEqual([
			`The link in the message begins with ${address}, which phones cannot reach. Set N8N_WEBHOOK_URL (in older n8n: WEBHOOK_URL) to the public address of this n8n, and restart n8n.`,
		]);
	});

	it('says nothing of a link that phones may reach', async () => {
		expect(await hintsAt('https://n8n.example.com')).toEqual([]);
		expect(await hintsAt('http://[2001:db8::1]')).toEqual([]);
	});
});

it('above its output, a question with a time limit says what comes out when nobody answers', () => {
	const [{ displayCondition = '', ...hint }] = messagingService.description.hints ?? [];
	const message: unknown = expect.stringContaining("No 'data' below after the wait");
	expect(hint).toEqual({ message, location: 'outputPane', whenToDisplay: 'afterExecution' });

	const types = nodeTypes(messagingService);
	const isShown = (parameters: INodeParameters) => {
		const node = aNode({ type: NODE_TYPE, parameters });
		const { expression } = workflowOf(node, types);
		return expression.getSimpleParameterValue(node, displayCondition, 'internal', {});
	};
	const question = { resource: 'message', operation: 'sendAndWait' };
	expect(isShown({ ...question, options: { limitWaitTime: {} } })).toBe(true);
	expect(isShown(question)).toBe(false);
	expect(isShown({ options: { limitWaitTime: {} } })).toBe(false);
});

describe('Limit Wait Time', () => {
	const limited = async (values: INodeParameters, timezone = 'UTC') =>
		await ask(limitedBy(values), { timezone });
	const refusedLimit = async (values: INodeParameters) =>
		await refusal(limitedBy(values), { timezone: 'Asia/Tokyo' });

	it.each([
		[undefined, 'hours', 3_600_000],
		[0.5, 'minutes', 30_000],
		[3, 'days', 3 * 86_400_000],
	])('of %d %s ends the waiting then', async (resumeAmount, resumeUnit, length) => {
		const before = Date.now();
		const given = resumeAmount && { resumeAmount };
		const { run } = await limited({ limitType: 'afterTimeInterval', ...given, resumeUnit });
		const until = run.waitTill?.getTime() ?? 0;
		expect(until).toBeGreaterThanOrEqual(before + length);
		expect(until).toBeLessThanOrEqual(Date.now() + length);
	});

	it.each([
		['2999-01-31T18:00:00Z', 'Asia/Tokyo', '2999-01-31T18:00:00.000Z'],
		['={{ new Date("2999-01-31T18:00:00Z") }}', 'Asia/Tokyo', '2999-01-31T18:00:00.000Z'],
		['2999-01-31 18:00', 'Asia/Tokyo', '2999-01-31T09:00:00.000Z'],
		['2999-01-31', 'Asia/Kolkata', '2999-01-30T18:30:00.000Z'],
		['2999-07-31 12:00:00 America/New_York', 'Europe/Berlin', '2999-07-31T16:00:00.000Z'],
		[' 2999-07-31 12:00:00 +02:00 ', 'America/New_York', '2999-07-31T10:00:00.000Z'],
		['29990731T120000-0300', 'Europe/Berlin', '2999-07-31T15:00:00.000Z'],
		// The clocks go forward, so that 02:30 is not there.
		['2999-03-31T02:30', 'Europe/Berlin', '2999-03-31T01:30:00.000Z'],
	])('at the time %s in %s ends the waiting then', async (maxDateAndTime, zone, until) => {
		const { run } = await limited({ limitType: 'atSpecifiedTime', maxDateAndTime }, zone);
		expect(run.waitTill?.toISOString()).toBe(until);
	});

	it.each<INodeParameters>([
		{ limitType: 'atSpecifiedTime', maxDateAndTime: '9999-12-31T23:59:59-05:00' },
		{ limitType: 'afterTimeInterval', resumeAmount: 1e7, resumeUnit: 'days' },
	])('of %j is no limit', async (values) => {
		expect((await limited(values)).run.waitTill).toEqual(WAIT_INDEFINITELY);
	});

	const AT = { limitType: 'atSpecifiedTime' };

	it.each<[IDataObject, string]>([
		[{ data: { approved: true, respondedAt: '2026-01-31T18:00:00.000Z' } }, NODE_TYPE],
		// Anybody who starts the workflow, or the model whose tool is reviewed, may say so.
		[{ data: { approved: 'true' } }, NODE_TYPE],
		[{ approved: true, toolParameters: {} }, REVIEW_TYPE],
	])(
		'refuses an answer as its input, which n8n would let out where nobody answers, and nothing else: %j',
		async (item, type) => {
			const more: Sending = { items: [item], type, node: { onError: 'stopWorkflow' } };
			const { error } = await ask(limitedBy(AFTER), { fails: true, ...more });
			expect(error.message).toContain('would count as the answer');
			expect(service.texts()).toEqual([]);

			await ask({}, more);
			await ask(limitedBy(AFTER), { items: [{ approved: true }] });
			expect(service.texts()).toHaveLength(2);
		},
	);

	it.each([
		...['', 'tomorrow', '45', '2999', '18:00', '2999/12/31 18:00', '31.12.2999', '2999-02-29'],
		...['2999-12-31T25:00', '2999-12-31 6pm', '2999-12-31 18:00 Mars/Base', '32503676400000'],
		...['={{ 32503676400000 }}', '={{ { year: 2999 } }}', '2020-01-01 00:00', '={{ $now }}'],
		...['={{ [$now.toISO()] }}', '={{ new Date(NaN) }}', `2999-12-31${' '.repeat(9_000)}T18:00`],
	])('at %j is refused before anything is sent: it is no time to come', async (maxDateAndTime) => {
		const error = await refusedLimit({ ...AT, maxDateAndTime });
		expect(error.message).toMatch(/Max Date and Time' cannot be/);
		expect(error.description).toMatch(/^Use .*\$today\.plus/);
	});

	it.each<[string, INodeParameters]>([
		['Amount', { ...AFTER, resumeAmount: '={{ $json.nope }}' }],
		['Max Date and Time', { ...AT, maxDateAndTime: '={{ null }}' }],
	])('is refused where the expression of %s gives nothing', async (name, values) => {
		const error = await refusedLimit(values);
		expect(error.message).toBe(`The expression of '${name}' returned nothing`);
	});
});
