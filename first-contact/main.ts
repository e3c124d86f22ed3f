/* eslint-disable no-console, @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { Value } from '@sinclair/typebox/value';
import { jsonParse } from 'n8n-workflow';
import { holdsToken } from '../nodes/MessagingService/request/words';
import { memberOf } from '../nodes/MessagingService/util/members';
import { ANSWERS } from '../simulator/protocol/schemas';

const USAGE = `npm run first-contact -- <Base URL> <token> [--to <number>] [--adopt <number>]
The Base URL begins with https://, and a number with a plus and its country code.`;

const SECRET = '- Not shown: it contains the API token';
/** Header of a body, and those of an answer that are shown. */
const JSON_TYPE = { 'content-type': 'application/json' };
const TOLD = ['content-type', 'location', 'retry-after'];
type Name = keyof typeof ANSWERS;

/** A part of a schema; `examples` are the values that are known. */
type Shape = { properties?: Record<string, Shape>; items?: Shape; examples?: string[] };

/** Returns each value that the docs do not name, with its place. */
function unknownIn({ properties, items, examples }: Shape, part: unknown, place = ''): string[] {
	if (items && Array.isArray(part)) return part.flatMap((one) => unknownIn(items, one, place));
	const isUnknown = typeof part === 'string' && examples && !examples.includes(part);
	const inner = Object.entries(properties ?? {}).flatMap(([name, shape]) =>
		unknownIn(shape, memberOf(part, name), `${place}/${name}`),
	);
	return isUnknown ? [`${place}: ${part}`] : inner;
}

/** Returns a list in Markdown, each entry once, at most 20. No entry ends its line or its code. */
function listed(title: string, entries: string[]): string[] {
	const lines = entries.map((entry) => entry.replace(/[\p{C}\p{Z}\s`]+/gu, ' ').slice(0, 500));
	return [...new Set(lines)].slice(0, 20).map((line) => `- ${title}: \`${line}\``);
}

/** Returns what a response says, at most 5 MB of it. */
async function textOf({ body }: Response): Promise<string> {
	let text = '';
	const decoder = new TextDecoder();
	for await (const chunk of body ?? []) {
		text += decoder.decode(chunk as Uint8Array, { stream: true });
		if (text.length > 5_000_000) break;
	}
	return text;
}

/** Returns what is to say of a response: how it differs from the docs, or what an error looks like. */
function report(name: Name, { ok, status }: Response, told: string[], text: string, json: unknown) {
	const differs = (ok ? [...Value.Errors(ANSWERS[name], json)] : []).map(
		({ path, message }) => `${path.replace(/\/\d+/g, '') || 'the answer'}: ${message}`,
	);
	const isDescribed = ok && differs.length === 0;
	return [
		...listed('Status', [[status, ...told].join(', ')]),
		...(isDescribed ? ['- As `docs/service.md` describes it'] : listed('Differs', differs)),
		...(ok ? listed('Not known', unknownIn(ANSWERS[name] as Shape, json)) : []),
		...(isDescribed ? [] : listed('Answered', [text])),
	].join('\n');
}

/**
 * Asks a service what costs nothing, and what `allows` says yes to. Prints as Markdown how its answers differ from
 * `docs/service.md`, without the token and without the numbers that were given.
 * @returns false where an adopted number was not given back @throws Error for wrong arguments
 */
export async function firstContact(
	args: string[],
	print: (line: string) => void,
	allows: (question: string) => Promise<boolean>,
): Promise<boolean> {
	const options = { to: { type: 'string' }, adopt: { type: 'string' } } as const;
	const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
	const [address = '', token = ''] = positionals;
	const [base, { to, adopt }] = [address.replace(/\/+$/, ''), values];
	const isSafe = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/i.test(address);
	const areNumbers = Object.values(values).every((number) => /^\+[1-9]\d{6,14}$/.test(number));
	if (!isSafe || !areNumbers || !/^[!-~]+$/.test(token)) throw new Error(USAGE);

	print('# First contact');
	/** Makes a request and prints what came of it. The status is 0 where there is no answer. */
	const ask = async (title: string, name: Name, body?: object, number = '') => {
		const [method, path] = name.split(' ');
		print(`\n## ${name}: ${title}\n`);
		try {
			const response = await fetch(base + path.replace('{number}', encodeURIComponent(number)), {
				method,
				headers: { authorization: `Bearer ${token}`, ...(body && JSON_TYPE) },
				body: body && JSON.stringify(body),
				redirect: 'manual',
				signal: AbortSignal.timeout(15_000),
			});
			const text = await textOf(response);
			const told = TOLD.flatMap((header) => response.headers.get(header) ?? []);
			// All of it is looked at: what is shown may hold a part of a token.
			const isSecret = holdsToken([text, ...told].join('\n'), token);
			const json = jsonParse<unknown>(text, { fallbackValue: null });
			const lines = isSecret ? SECRET : report(name, response, told, text, json);
			print(Object.values(values).reduce((all, own) => all.replaceAll(own.slice(1), '…'), lines));
			return { ok: response.ok, status: response.status, json };
		} catch (error) {
			const { name: kind, cause } = error as Error;
			print(`No answer: ${String(memberOf(cause, 'code') ?? kind)}`);
			return { ok: false, status: 0, json: null };
		}
	};

	const { json } = await ask('the list', 'GET /enterprise/lease/purchasable');
	const records: unknown[] = Object.values(memberOf(json, 'data') ?? {}).flat();
	const available = records.map((record) => memberOf(memberOf(record, 'data'), 'e164'));
	const first = String(available[0] ?? '+12025550100');
	await ask('a number', 'GET /enterprise/lease/status/{number}', undefined, first);
	await ask('an ID of nobody', 'POST /otp/verify', { otp_id: 'nobody', otp: '000000' });

	if (to && (await allows(`Send one text and one password to ${to}, and try a wrong one?`))) {
		await ask('one text', 'POST /send/text', { to, message: 'This is a test.' });
		const sent = await ask('one password', 'POST /otp/new', { to, language: 'en', name: 'Test' });
		const wrong = { otp_id: String(memberOf(sent.json, 'otp_id')), otp: '000000' };
		await ask('a wrong password', 'POST /otp/verify', wrong);
	}
	if (!adopt) return true;
	if (!available.includes(adopt)) throw new Error(`${adopt} is not in the list: it may be yours.`);

	const lease = async (what: 'register' | 'relinquish') =>
		await ask(what, `POST /enterprise/lease/${what}/{number}`, undefined, adopt);
	// Ctrl-C does not end it before the number is given back.
	process.on('SIGINT', () => print('\nThe number is being given back.'));
	const { status } = await lease('register');
	if (status >= 400 && status < 500) return true;
	for (let tries = 0; tries < 3; tries++) if ((await lease('relinquish')).ok) return true;
	print('\n**The number was not given back: do it yourself.**');
	return false;
}

async function askUser(question: string): Promise<boolean> {
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	const answer = await terminal.question(`${question} y/n `);
	terminal.close();
	return answer.trim() === 'y';
}

if (require.main === module) {
	const isLogged = process.env.npm_config_loglevel !== 'silent';
	if (isLogged) console.error('npm has printed your token above: copy only what stands below.');
	firstContact(process.argv.slice(2), (line) => console.log(line), askUser)
		.catch((error: Error) => console.error(error.message))
		.then((isDone) => process.exit(isDone ? 0 : 1));
}
