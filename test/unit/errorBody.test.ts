import fc from 'fast-check';

import { readErrorBody } from '../../nodes/MessagingService/transport/failures/errorBody';
import { anyCharacter } from '../support/anyCharacter';

/** Members in which a service may put its words, with anything in them. */
const anyMembers = fc.record({
	message: fc.anything(),
	error: fc.anything(),
	errors: fc.anything(),
	data: fc.anything(),
});

const anyBody = fc.oneof(
	fc.string({ unit: anyCharacter, maxLength: 1000 }),
	fc.json({ stringUnit: anyCharacter, maxDepth: 6 }),
	fc.json().map((json) => json.slice(0, -1)),
	anyMembers.map((members) => {
		try {
			return JSON.stringify(members);
		} catch {
			return 'not JSON';
		}
	}),
);

describe("the service's own reason in an error", () => {
	it.each<[string, string | undefined]>([
		['{"message":"Number is taken"}', 'Number is taken'],
		['{"detail":[{"loc":["body","to"],"msg":"field required"}]}', 'field required'],
		['{"type":"about:blank","title":"Conflict","status":409}', 'Conflict'],
		['{"title":"Invalid","errors":[{"detail":"is no number","pointer":"#/to"}]}', 'is no number'],
		['{"data":null,"errors":[{"message":"No such number","path":["adopt"]}]}', 'No such number'],
		['{"errors":{"to":["is no number"]}}', '{"errors":{"to":["is no number"]}}'],
		[
			'{"error":"invalid_token","error_description":"The token has expired"}',
			'The token has expired',
		],
		['{"message":["to is no number","name is long"]}', 'to is no number; name is long'],
		['{"data":{"error":{"message":"Deep down"}}}', 'Deep down'],
		['{"error":"Number is taken"}', 'Number is taken'],
		['{"error":{"message":"Number is taken","code":7}}', 'Number is taken'],
		['{"errors":["First","Second"]}', 'First; Second'],
		['{"errors":[{"message":"First"},{"detail":"Second"}]}', 'First; Second'],
		['{"detail":"Number is taken"}', 'Number is taken'],
		['{"title":"Conflict"}', 'Conflict'],
		['{"title":"Conflict","detail":"Number is taken"}', 'Number is taken'],
		['{"data":{"error":"Number is taken"}}', 'Number is taken'],
		['{"data":{"error":{"message":"Number is taken"}}}', 'Number is taken'],
		['"Number is taken"', 'Number is taken'],
		['Number is taken', 'Number is taken'],
		['Two\nlines\u0007', 'Two lines'],
		['<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head></html>', '502 Bad Gateway'],
		['<html><body>No title</body></html>', undefined],
		['{"code":7}', '{"code":7}'],
		['{}', undefined],
		['{"message":null,"error":"Fallback"}', 'Fallback'],
		['[]', undefined],
		['17', '17'],
		['', undefined],
		['{"message":', '{"message":'],
	])('%s says %p', (body, expected) => {
		expect(readErrorBody(body).reason).toBe(expected);
	});

	it('never throw, are at most 200 characters, one line, without control characters', () => {
		fc.assert(
			fc.property(anyBody, (body) => {
				const { reason: words } = readErrorBody(body);
				if (words === undefined) return;
				expect(words.length).toBeGreaterThan(0);
				expect(words.length).toBeLessThanOrEqual(200);
				expect(words).not.toMatch(/[\p{C}\n]/u);
			}),
		);
	});

	it.each<[string, (words: string) => unknown]>([
		['message', (message) => ({ code: 7, message })],
		['error', (error) => ({ error })],
		['error.message', (message) => ({ error: { code: 7, message } })],
		['errors[]', (words) => ({ errors: [words] })],
		['errors[].detail', (detail) => ({ errors: [{ detail }] })],
		['detail', (detail) => ({ type: 'about:blank', detail })],
		['title', (title) => ({ status: 409, title })],
		['data.error', (error) => ({ data: { error } })],
		['data.error.message', (message) => ({ data: { error: { message } } })],
		['a text', (words) => words],
	])('are found as they are in: %s', (_, shape) => {
		const anyWords = fc.stringMatching(/^[a-zA-Zäöüß0-9][\w ,.:;!?()-]{0,150}[a-zA-Z.!?]$/);
		fc.assert(
			fc.property(anyWords, (words) => {
				const oneLine = words.replace(/\s+/g, ' ');
				expect(readErrorBody(JSON.stringify(shape(words))).reason).toBe(oneLine);
			}),
		);
	});

	it('of a body of many megabytes are found without reading all of it', () => {
		expect(readErrorBody('x'.repeat(20_000_000)).reason?.length).toBe(200);
		const parsed = jest.spyOn(JSON, 'parse');
		const long = `{"message":"${'Number is taken. '.repeat(100_000)}"}`;
		const { form, reason } = readErrorBody(long);
		expect(form).toBe('JSON');
		expect(reason).toMatch(/^\{"message":"Number is taken\. /);
		expect(parsed).not.toHaveBeenCalled();
		parsed.mockRestore();
	});
});
