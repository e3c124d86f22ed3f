import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { RecordedRequest } from '../../simulator';
import {
	LEASED,
	OPERATIONS,
	RECIPIENT,
	requestLine,
	SENDER,
	type TriedOperation,
} from '../support/operations';
import { CONTINUE, ONE_BY_ONE, outcomes, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

/** What a user, a spreadsheet or an attacker may put into a field. */
const anyValue = fc.oneof(
	{ weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
	{
		weight: 6,
		arbitrary: fc.constantFrom<unknown>(
			...['', ' ', '\u00a0\u200b', '../../admin', '..%2F..%2Fadmin', '+1202555%2F0143'],
			...['+12025550143/../../send/text', '+12025550143?x=1#y', '\u0000', '\ud800'],
			...['+12025550143\r\nX-Injected: 1', 'x\r\nX-Injected: 1\r\n\r\nGET / HTTP/1.1'],
			...['{{ $json.secret }}', '={{ 1 + 1 }}', '<script>alert(1)</script>', '__proto__'],
			...['x'.repeat(100_000), '9'.repeat(10_000), 'true', 'US', true, false, null],
			...['+12025550143', '(202) 555-0143', 12025550143],
		),
	},
	{ weight: 1, arbitrary: fc.double() },
	{ weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
	{ weight: 1, arbitrary: fc.record({ __rl: fc.constant(true), value: fc.jsonValue() }) },
);

/** What a field is meant for, so that one odd value does not always hide another. */
const GOOD: Record<string, unknown> = {
	to: RECIPIENT,
	from: SENDER,
	number: LEASED,
	returnAll: true,
	limit: 5,
	defaultCountry: 'US',
	allowedCountries: ['GB', 'US'],
	fallback: true,
	failOnIncorrect: false,
	numberStartsWith: '+1',
};

/** Fields and options that are tried with anything in them: those that reach the service, and those about one item. */
const TRIED = [
	...['to', 'message', 'from', 'language', 'name', 'otpId', 'otp'],
	...['embedText', 'imageUrl', 'companyName', 'intentOption', 'number', 'returnAll', 'limit'],
	...['defaultCountry', 'sendOnceKey', 'adoptOnceKey', 'fallback', 'failOnIncorrect'],
	...['allowedCountries', 'numberStartsWith'],
];

/** Items of a run, each with a value for each of these fields, more often a good one than not. */
const itemsOf = (names: string[], count: number) => {
	const values = names.map((name) => [
		name,
		fc.oneof(
			{ weight: 2, arbitrary: fc.constant(GOOD[name] ?? 'Text') },
			{ weight: 1, arbitrary: anyValue },
		),
	]);
	const item = fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>);
	return fc.array(item, { minLength: count, maxLength: count });
};

const namesOf = (entries: Array<{ name: string }>) =>
	entries.map(({ name }) => name).filter((name) => TRIED.includes(name));
const fromJson = (names: string[]): INodeParameters =>
	Object.fromEntries(names.map((name) => [name, `={{ $json[${JSON.stringify(name)}] }}`]));

/** What a program says when it stumbles, and no user should read. */
const STUMBLED = /Cannot read|is not a function|is not iterable|\[object|undefined|URI malformed/;

function checkError({ error, errorDetails }: IDataObject): void {
	expect(error).toEqual(expect.stringMatching(/^['"A-Z].{5,}/s));
	// What it quotes may say so.
	expect(String(error).replace(/"[^"]*"/g, '')).not.toMatch(STUMBLED);
	expect(String(error).length).toBeLessThan(450);
	expect(error).not.toMatch(/[\p{Cc}]/u);
	expect(errorDetails).toMatchObject({ description: expect.stringMatching(/\w+/) as string });
}

/** Headers hold nothing of the input: but for the length of the body, they are the same in each request. */
function checkHeaders(requests: readonly RecordedRequest[]): void {
	const headers = requests.map(({ method, authorization, headers: { ...all } }) => {
		delete all['content-length'];
		return JSON.stringify([method, authorization.account, all]);
	});
	expect(new Set(headers).size).toBeLessThanOrEqual(
		new Set(requests.map(({ method }) => method)).size,
	);
	for (const one of headers) expect(one).not.toMatch(/injected/i);
}

async function checkRun(tried: TriedOperation, items: IDataObject[]) {
	service.simulator.reset();
	const { json, requests } = await send(service, {
		operation: tried.name,
		items,
		parameters: fromJson(namesOf(tried.properties)),
		options: { ...fromJson(namesOf(tried.options)), ...ONE_BY_ONE },
		...(tried.rules.length > 0 && { rules: fromJson(namesOf(tried.rules)) }),
		...(tried.filters.length > 0 && { filters: fromJson(namesOf(tried.filters)) }),
		node: CONTINUE,
		workflowId: `${tried.name} ${runs++}`,
	});
	for (const item of json) if (item.errorDetails) checkError(item);
	for (const { method, path, query, body } of requests) {
		const line = `${method} ${path}${query && `?${query}`}`;
		expect(tried.requests.some((request) => requestLine(request).test(line))).toBe(true);
		// A field that holds nothing is not sent.
		expect(JSON.stringify(body ?? {})).not.toMatch(/\w":(?:""|null)[,}]/);
	}
	checkHeaders(service.simulator.requests);
	// The simulator refuses by 400 whatever the service's interface does not name.
	expect(service.simulator.requests.map(({ status }) => status)).not.toContain(400);
	const refused = outcomes(json).filter((outcome) => outcome === 'failed').length;
	return { refused, asked: requests.length };
}

let runs = 0;

it.each(OPERATIONS.filter(({ waits }) => !waits))(
	'$name answers any input with a clear error or a correct request',
	async (tried) => {
		const names = namesOf([
			...tried.properties,
			...tried.options,
			...tried.rules,
			...tried.filters,
		]);
		const came = { refused: 0, asked: 0 };
		const holds = async (items: unknown[]) => {
			const { refused, asked } = await checkRun(tried, items as IDataObject[]);
			came.refused += refused;
			came.asked += asked;
		};
		await fc.assert(fc.asyncProperty(itemsOf(names, 25), holds), { numRuns: 15 });
		// Input that is always refused, or never, would prove little.
		expect(came.refused).toBeGreaterThan(0);
		expect(came.asked).toBeGreaterThan(0);
	},
);
