import { asServiceError } from '../../nodes/MessagingService/errors/serviceError';
import { failureCause } from '../../nodes/MessagingService/errors/nodeError';
import { PURCHASABLE, REGISTER, SEND_TEXT } from '../../nodes/MessagingService/service/endpoints';
import { readAnswer } from '../../nodes/MessagingService/transport/answer';
import { STATUS_CODES } from '../../nodes/MessagingService/transport/failures/statusCodes';
import type { Endpoint } from '../../nodes/MessagingService/transport/request';
import { mayRetry } from '../../nodes/MessagingService/transport/retry';
import { FAULTS } from '../faults/matrix';
import { documentedCodes, documentedRows } from '../support/documentedCodes';

const CODES = Object.keys(STATUS_CODES).map(Number);

const connection = {
	baseUrl: 'https://api.example',
	host: 'api.example',
	authorization: '',
	hide: (text: string) => text,
};

function refused(statusCode: number, endpoint: Endpoint = SEND_TEXT, body = '{}') {
	try {
		readAnswer({ statusCode, headers: {}, body }, { endpoint, connection });
	} catch (error) {
		return asServiceError(error);
	}
	throw new Error(`${statusCode} is no refusal`);
}

const yes = (is: boolean) => (is ? 'yes' : 'no');

/** What the documentation must say of a status code. */
const rowOf = (code: number) => {
	const sent = refused(code);
	return [
		sent.about ?? '–',
		yes(mayRetry(PURCHASABLE, refused(code, PURCHASABLE))),
		yes(mayRetry(SEND_TEXT, sent)),
		sent.mayHaveBeenSent ? 'stays used' : 'can be used again',
	];
};

/** Names the page that a difference is shown of. */
const inDocs = (row: string[] | undefined) => ({ 'row in docs/failures.md': row });

describe('what a status code means', () => {
	const table = documentedRows();
	const listed = documentedCodes().map(([code]) => code);

	it('is documented for each code that is known', () => {
		const codes = (all: Iterable<number>) => ({ 'codes in docs/failures.md': [...all].sort() });
		expect(codes(listed)).toEqual(codes(CODES));
	});

	it.each(CODES)('is documented as it is: %i', (code) => {
		const [, row] = documentedCodes().find(([documented]) => documented === code) ?? [];
		expect(inDocs(row)).toEqual(inDocs(rowOf(code)));
	});

	it.each(CODES)('is tried on each request: %i', (code) => {
		expect(FAULTS.map(({ statusCode }) => statusCode)).toContain(code);
	});

	it.each([
		['any other 3xx', [301, 302, 304, 308]],
		['any other 4xx', [411, 415, 418, 451]],
		['any other 5xx', [501, 505, 520, 599]],
	])('is documented as it is: %s', (name, codes) => {
		for (const code of codes) {
			expect({ code, ...inDocs(table.get(name)) }).toEqual({ code, ...inDocs(rowOf(code)) });
		}
	});

	it.each<[number, string | undefined]>([
		[400, 'configuration-invalid'],
		[401, 'credential-invalid'],
		[403, 'configuration-invalid'],
		[404, 'configuration-invalid'],
		[408, 'temporarily-unavailable'],
		[429, 'rate-limited'],
		[501, undefined],
		[503, 'temporarily-unavailable'],
	])('is told n8n in its own words: %i', (code, cause) => {
		expect(failureCause(refused(code, PURCHASABLE))?.cause).toBe(cause);
	});
});

describe('where the state of something forbids a request (409),', () => {
	it('what only reads advises nothing about earlier runs, which it cannot have changed', () => {
		const { description } = refused(409, PURCHASABLE);
		expect(description).toContain('contact your provider');
		expect(description).not.toContain('earlier runs');
		expect(refused(409).description).toContain('Check what earlier runs have already done.');
	});

	it('an endpoint may say what to do, one that only reads too', () => {
		const ifConflict = 'Wait until the export has ended.';
		const endpoint: Endpoint = { ...PURCHASABLE, ifConflict };
		expect(refused(409, endpoint).description).toContain(ifConflict);
		expect(refused(409, REGISTER).description).toContain('It may already be adopted');
	});
});

describe('an answer that must hold a number', () => {
	const endpoint = { ...PURCHASABLE, needs: { price: 'number' } } as const;
	const answer = (body: object) =>
		readAnswer(
			{ statusCode: 200, headers: {}, body: JSON.stringify(body) },
			{ endpoint, connection },
		);

	it.each([0, 2.5, -1])('is accepted with %d', (price) => {
		expect(answer({ price }).price + 1).toBe(price + 1);
	});

	it.each([undefined, null, '2', true])('is refused with %j', (price) => {
		expect(() => answer({ price })).toThrow('an answer without "price" as number');
	});
});

describe('a redirect', () => {
	it('is named without what may hold secrets', () => {
		const location = 'https://user:secret@else.example/there?secret#secret';
		const call = { endpoint: SEND_TEXT, connection, named: 'me' };
		expect(() => readAnswer({ statusCode: 302, headers: { location }, body: '' }, call)).toThrow(
			'The service redirected the request while sending the message to me: it leads to https://else.example/there',
		);
	});

	it.each([undefined, '', '?secret'])('to nowhere (%p) names no place', (location) => {
		const call = { endpoint: SEND_TEXT, connection, named: 'me' };
		expect(() => readAnswer({ statusCode: 302, headers: { location }, body: '' }, call)).toThrow(
			/while sending the message to me$/,
		);
	});
});

describe('a web page in place of an answer', () => {
	const page = '<!doctype html><title>Welcome</title>';

	it.each([400, 402, 403, 404, 409, 410, 422])('is about the address: %i', (code) => {
		expect(refused(code, SEND_TEXT, page).about).toBe('address');
		expect(refused(code, SEND_TEXT, page).description).toContain('Base URL');
	});

	it.each([401, 429, 500])('changes nothing of what is about no number: %i', (code) => {
		expect(refused(code, SEND_TEXT, page).about).toBe(refused(code).about);
	});

	it('says nothing about a plan, nor does a text', () => {
		expect(refused(403, SEND_TEXT, 'Forbidden').about).toBe('address');
		expect(refused(403).about).toBe('plan');
	});
});
