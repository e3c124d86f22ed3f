import type { IDataObject, IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { OPERATIONS } from '../support/operations';
import { at, LOST, rows } from '../support/rows';
import type { Sending } from '../support/send';
import { CONTINUE, itemsFor, outcomes, send } from '../support/send';
import { account, simulated } from '../support/simulated';

/** Long, as tokens are, and unlike anything else. */
const TOKEN = ['mS4-Zt8kQ2vL0xW9rB6nJ3hY7', 'dF1gC5pT+aE/uI=oK4sM2wX8q'].join('');

const service = simulated({
	accounts: [account('enterprise', 'demo-enterprise'), account('secret', TOKEN)],
	otpCode: () => '123456',
});

const ONCE: INodeParameters = { maxRetries: 0 };
const fail = (fault: FaultSpec) => service.simulator.fault({ times: 'always', ...fault });

/** Sends one message that fails, and returns the item that says so. */
async function failedItem(fault: FaultSpec, sending: Sending = {}) {
	fail(fault);
	const { json } = await send(service, { options: ONCE, node: CONTINUE, ...sending });
	expect(json).toHaveLength(1);
	return json[0] as { error: string; errorDetails: IDataObject & { description: string } };
}

describe.each(OPERATIONS)('$name', ({ name, requests }) => {
	const reads = requests.every(({ method }) => method === 'GET');

	it('says first whether it may have been done, and then where to check, once the connection was lost', async () => {
		const items = await itemsFor(service, name);
		const { path } = requests[requests.length - 1];
		fail({ ...LOST, path: path.replace(/\{.*/, '*') });
		const { error } = await send(service, { fails: true, operation: name, items, options: ONCE });
		expect(/^[^:.]* may have been \w+[:.]/.test(error.message)).toBe(!reads);
		expect(error.description).toMatch(/^[A-Z]/);
		if (!reads) expect(error.description).toMatch(/^Check (?![^]*try again)/i);
	});

	it('says so too after a mistake of the program, unless it only reads', async () => {
		const items = await itemsFor(service, name);
		const beforeExecute = ({ helpers }: IExecuteFunctions) => {
			helpers.httpRequest = () => {
				throw new TypeError('No such function');
			};
		};
		const { error } = await send(service, { fails: true, operation: name, items, beforeExecute });
		expect(error.message).toContain('No such function');
		expect(error.context).toMatchObject({ outcome: reads ? 'notSent' : 'possiblySent' });
	});
});

it.each(['lease.getStatus', 'lease.adopt', 'lease.relinquish', 'otp.verify'])(
	'404 and 410 are about the number, or the OTP ID, that %s names, and a web page is not',
	async (operation) => {
		const sending = { operation, items: [{ number: '+12125550101', otp_id: 'otp_1' }] };
		const aboutOf = async (status: number, body: unknown) => {
			service.simulator.clearFaults();
			return (await failedItem({ kind: 'answer', status, body }, sending)).errorDetails.about;
		};
		expect([await aboutOf(404, {}), await aboutOf(410, {})]).toEqual(['number', 'number']);
		for (const page of ['<html></html>', '\n<!DOCTYPE HTML>', '<head>', '<body>Not found']) {
			expect(await aboutOf(404, page)).toBe('address');
		}
	},
);

/** What the status codes of a refused message are about; absent where nothing was refused. */
const ABOUT: Array<[about: string | undefined, mayHaveBeenSent: boolean, statuses: number[]]> = [
	['token', false, [401]],
	['plan', false, [402, 403]],
	['number', false, [409, 422]],
	['limit', false, [429]],
	['address', false, [404, 405, 407, 410]],
	['request', false, [400, 418, 425, 451]],
	['address', true, [301, 302, 304, 308]],
	[undefined, true, [408, 499, 500, 501, 502, 503, 504, 520, 521, 522, 523, 524, 599]],
];

it.each(ABOUT)('is about %p, and may have been sent: %p, of a message with %j', async (...row) => {
	const [about, mayHaveBeenSent, statuses] = row;
	for (const status of statuses) {
		service.simulator.clearFaults();
		const { error, errorDetails } = await failedItem({ kind: 'answer', status, body: {} });
		expect(error.includes('could not complete the request')).toBe(!about);
		const { about: told, mayHaveBeenSent: isInDoubt, httpCode } = errorDetails;
		expect([told, isInDoubt, httpCode]).toEqual([about, mayHaveBeenSent, String(status)]);
	}
});

describe('an answer that cannot be used', () => {
	it.each(OPERATIONS)('without what $name needs is an error', async ({ name, requests }) => {
		const items = await itemsFor(service, name);
		const [{ needs, path }] = requests;
		for (const odd of ['', []]) {
			const body = { [needs]: odd };
			service.simulator.fault({ kind: 'answer', body, path: path.replace(/\{.*/, '*') });
			const { json } = await send(service, { operation: name, items, node: CONTINUE });
			expect(outcomes(json)).not.toEqual(['done']);
			expect(json[0].error).toContain(needs);
		}
	});

	it('or is nested so deep that n8n cannot save it fails its item alone', async () => {
		const body = `{"crumbs":{},"data":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`;
		service.simulator.fault({ kind: 'answer', body });
		const sending = { items: rows(2), options: { concurrency: 1 }, node: CONTINUE };
		const { json } = await send(service, sending);
		expect(outcomes(json)).toEqual(['possibly sent', 'done']);
		expect(json[0].error).toContain('did not return a JSON object');
	});

	it('or is odd gives an item', async () => {
		const body = '{"__proto__":{"crumbs":1},"":1,"number":{"toString":1},"crumbs":{},"data":{}}';
		fail({ kind: 'answer', body });
		for (const operation of ['message.send', 'lease.getStatus']) {
			expect((await send(service, { operation })).json).toHaveLength(1);
		}
	});
});

describe("the service's own words", () => {
	it.each<[unknown, string]>([
		[{ message: 'Wait...' }, 'Wait...'],
		[{ error: { message: 'Number is taken', code: 7 } }, 'Number is taken'],
		[{ errors: [{ message: 'First' }, { detail: 'Second' }] }, 'First'],
		[{ detail: [{ loc: ['body', 'to'], msg: 'field required' }] }, 'to field required'],
		[
			{ message: 'Invalid.', errors: { to: ['is too long'], from: ['is unknown'] } },
			'Invalid: to is too long; from is unknown',
		],
		[{ error: { info: { list: [{ field: 'to', message: 'is wrong' }] } } }, 'to is wrong'],
		[{ fields: { to: 'is long' }, violations: { from: ['odd'] } }, 'to is long: from odd'],
		[{ type: 'about:blank', title: 'Conflict', status: 409 }, 'Conflict'],
		[{ title: 'Out of credit', detail: 'Your balance is 30' }, 'Out of credit: Your balance is 30'],
		[{ error: '21610', error_message: 'Unsubscribed' }, 'Unsubscribed'],
		['Two\nlines\u0007', 'Two lines'],
		['<!doctype html><title>Not allowed</title>', 'Not allowed'],
		['x'.repeat(1000), 'x'.repeat(150)],
		[{ message: `No${'🦊'.repeat(200)}` }, '🦊'.repeat(90)],
	])('are quoted in one line: %j', async (body, words) => {
		// A refusal leads nowhere.
		const headers = { location: '/login' };
		const { error } = await failedItem({ kind: 'answer', status: 422, body, headers });
		expect(error).toContain(words);
		// Half of a character is one too.
		expect(error).not.toMatch(/[\p{Cc}\p{Cs}]|undefined/u);
		expect(error.length).toBeLessThan(350);
	});

	it('are data for the workflow up to 2,000 characters', async () => {
		const answerOf = async (length: number) => {
			service.simulator.clearFaults();
			const body = 'x'.repeat(length);
			const { errorDetails } = await failedItem({ kind: 'answer', status: 422, body });
			return errorDetails.answer;
		};
		expect(await answerOf(2_000)).toHaveLength(2_000);
		expect(await answerOf(2_001)).toBeUndefined();
	});

	it.each([
		...['connect ETIMEDOUT 10.0.0.1', 'ResourceNotFound', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT'],
		...['ECONNABORTED', 'EADDRNOTAVAIL', 'getaddrinfo', 'EHOSTUNREACH', 'EAI_AGAIN', 'EISDIR'],
		...['ENOTDIR', 'EACCES', 'EEXIST', 'EPERM'],
	])('give way to no text of n8n, where it wraps the error again: %s', async (message) => {
		const { error } = await failedItem({ kind: 'answer', status: 502, body: { message } });
		const wrapped = new NodeOperationError({ name: 'Parent' } as INode, new Error(error));
		expect(wrapped.message).toBe(error);
	});

	const LINK = '<a href="https://evil.example/login">Session expired</a><!-- --><img src=x> 1 < 2';

	it('make no HTML in an error', async () => {
		const fault = { kind: 'answer', status: 400, body: { message: LINK } } as const;
		const { error, errorDetails } = await failedItem(fault);
		expect(`${error} ${errorDetails.description}`).not.toMatch(/<[a-z/!?]/i);
		expect(error).toContain('1 ‹ 2');
	});

	it('make none in the hint above the output, which names each number that was given back', async () => {
		const body = { number: '<img src=x>', data: {} };
		service.simulator.fault({ kind: 'answer', body });
		service.simulator.fault({ kind: 'answer', status: 409 });
		const { hints } = await send(service, {
			operation: 'lease.relinquish',
			items: [{ number: '+12125550101' }, { number: '+12125550102' }],
			options: { concurrency: 1 },
			node: CONTINUE,
		});
		expect(hints.join()).toContain('item 0: ‹img src=x>');
	});

	it("and those of an item or of n8n's errors make none either, and hide nothing that stands behind them", async () => {
		const items = [{ to: LINK }, { to: '<3' }, { to: '12' }];
		for (const to of ['={{ $json.to }}', '={{ $("<img src=x>").item.json.phone }}']) {
			const { error } = await send(service, { fails: true, items, parameters: { to } });
			expect(`${error.message} ${error.description}`).not.toContain('<');
			if (to.includes('json.to')) expect(error.description).toMatch(/‹3.*12/s);
		}
	});
});

describe('the API token stands in no error', () => {
	const hides = (text: string) => {
		for (let start = 0; start + 8 <= TOKEN.length; start++)
			expect(text).not.toContain(TOKEN.slice(start, start + 8));
	};

	const inJson = (text: string) => JSON.stringify(text).replaceAll('/', '\\/');
	const inUnicode = (text: string) =>
		text.replace(/[^]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
	const rounds = (count: number, encode: (text: string) => string) =>
		Array<string>(count).fill(TOKEN).reduce(encode);

	const BACKSLASH = ['ab', 'cd-1234'].join('\\');

	it.each<[string, string, string?]>([
		['as it is', TOKEN],
		['as it is, with a backslash', BACKSLASH, BACKSLASH],
		['with a backslash, as \\u005c', 'ab\\u005ccd-1234', BACKSLASH],
		['URL-encoded five times', rounds(6, encodeURIComponent)],
		['URL-encoded forty times', rounds(41, encodeURIComponent)],
		['escaped in JSON five times', rounds(6, inJson)],
		['escaped in both ways, in turns', inJson(encodeURIComponent(inUnicode(inJson(TOKEN))))],
		['behind much else', `${'x'.repeat(20_000)} ${inUnicode(TOKEN)}`],
	])('where an answer holds it %s', async (_, told, apiToken = TOKEN) => {
		const credentials = { ...service.credentials(), apiToken };
		const bodies = [`Bad token ${told}, sorry`, { message: 'Bad token', [told]: { seen: 1 } }];
		for (const [index, body] of bodies.entries()) {
			service.simulator.clearFaults();
			const fault = { kind: 'answer', status: [200, 400][index], body } as const;
			const { error, errorDetails } = await failedItem(fault, { credentials });
			hides(JSON.stringify([error, errorDetails]));
			expect(error).toContain('it contains the API token');
			expect(errorDetails).not.toHaveProperty('answer');
		}
	});

	it('where an answer is too long to be looked through', async () => {
		const body = `Bad token ${'x'.repeat(200_000)}`;
		const { error } = await failedItem({ kind: 'answer', status: 400, body });
		expect(error).toMatch(/HTTP 400|very long/);
		expect(error).not.toContain('Bad token');
	});

	it('where a redirect holds it, which is not followed', async () => {
		const location = `http://user:passphrase@127.0.0.1:9/elsewhere?token=${TOKEN}`;
		const credentials = { ...service.credentials(), apiToken: TOKEN };
		const { error, errorDetails } = await failedItem(
			{ kind: 'redirect', location },
			{ credentials },
		);
		hides(JSON.stringify([error, errorDetails]));
		expect(error).not.toContain('passphrase');
		expect(errorDetails).toMatchObject({ about: 'address', mayHaveBeenSent: true });
		expect(service.asked()).toHaveLength(1);
	});
});

describe('an AI agent, which gets the message of an error alone,', () => {
	it.each<[string, FaultSpec | undefined, IDataObject]>([
		['an answer', { kind: 'answer', status: 422, body: { message: 'Blocked' } }, {}],
		['a lost connection', LOST, {}],
		['a mistake in its input', undefined, { to: '12' }],
	])('hears all of it, once: %s', async (_, fault, more) => {
		if (fault) fail(fault);
		const sending = { items: rows(1, () => more), options: ONCE };
		const person = await send(service, { ...sending, fails: true });
		const { error } = await send(service, { fails: true, ...sending, asTool: true });
		expect(error.message).toContain(person.error.description);
		expect(error.message.split(String(person.error.description))).toHaveLength(2);
		expect(error.description).toBeUndefined();
	});

	it('hears the words alone of an error that says nothing else', async () => {
		const beforeExecute = (context: IExecuteFunctions) => {
			context.getCredentials = async () => {
				throw new Error('No such key');
			};
		};
		const { error } = await send(service, { fails: true, asTool: true, beforeExecute });
		expect(error.message).toBe('No such key');
	});

	it('gets a failed item as anybody does, where the node continues', async () => {
		const sending = { items: [{ to: '12' }], node: CONTINUE };
		const { json } = await send(service, { ...sending, asTool: true });
		expect(json).toEqual((await send(service, sending)).json);
	});
});

const BLOCKED = { message: 'Blocked', error: 'Unprocessable Entity' };

it('with On Error: Continue, the others go on, and a failed item says what happened and nothing else', async () => {
	service.simulator.fault(at(3, { kind: 'answer', status: 422, body: BLOCKED }));
	const { items, json } = await send(service, { items: rows(6), node: CONTINUE });
	expect(service.sent()).toHaveLength(5);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(rows(6).map((_, item) => ({ item })));
	expect(json[3]).toEqual({
		error: expect.stringMatching(/: Blocked$/) as string,
		errorDetails: {
			mayHaveBeenSent: false,
			about: 'number',
			httpCode: '422',
			answer: BLOCKED,
			description: expect.any(String) as string,
		},
	});
});

it('with On Error: Continue, an operation that this version does not have fails each item', async () => {
	const sending = { items: rows(2), parameters: { operation: 'schedule' }, node: CONTINUE };
	const { json } = await send(service, sending);
	const error = 'The operation "schedule" of the resource "message" does not exist';
	expect(json).toMatchObject([{ error }, { error }]);
	expect(service.asked()).toEqual([]);
});

it('with an error output, what failed comes out of it with its own data', async () => {
	const own = { to: '020 7946 0018', text: 'Text 2', description: 'Ada’s', httpCode: 7 };
	const { json, errorItems } = await send(service, {
		items: [...rows(2), own],
		node: { onError: 'continueErrorOutput' },
	});
	expect(json).toHaveLength(2);
	expect(errorItems.map((item) => ({ ...item.json, pairedItem: item.pairedItem }))).toEqual([
		{
			...own,
			error: expect.stringContaining('"020 7946 0018"'),
			errorDetails: {
				mayHaveBeenSent: false,
				about: 'input',
				description: expect.stringContaining('Default Country') as string,
			},
			pairedItem: { item: 2 },
		},
	]);
});
