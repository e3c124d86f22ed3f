import fc from 'fast-check';

import { RELINQUISH } from '../../nodes/MessagingService/service/endpoints';
import { wordsOf } from '../../nodes/MessagingService/transport/failures/failure';
import type { Endpoint } from '../../nodes/MessagingService/transport/request';
import { urlOf } from '../../nodes/MessagingService/transport/request';
import { anyCharacter } from '../support/anyCharacter';

const BASE = 'https://api.example.com/v1';

/** An endpoint such as somebody may add. */
const MESSAGE: Endpoint = { ...RELINQUISH, path: '/send/status/{id}/now', needs: {} };

describe('the address of a request', () => {
	it('has what the request names, encoded', () => {
		expect(urlOf(BASE, { endpoint: MESSAGE, named: 'a/b?c=d#e' })).toBe(
			`${BASE}/send/status/a%2Fb%3Fc%3Dd%23e/now`,
		);
	});

	it.each(['', '.', '..', '\ud800', 'a\udfffb'])('is refused with the part %j', (named) => {
		expect(() => urlOf(BASE, { endpoint: MESSAGE, named })).toThrow(
			expect.objectContaining({ about: 'number', mayHaveBeenSent: false }),
		);
	});

	it('leads below its endpoint, or is refused, whatever a part holds', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter }), (named) => {
				let url: string;
				try {
					url = urlOf(BASE, { endpoint: MESSAGE, named });
				} catch {
					return;
				}
				const { origin, pathname, search, hash } = new URL(url);
				const read = /^\/v1\/send\/status\/([^/]+)\/now$/.exec(pathname);
				expect(decodeURIComponent(read?.[1] ?? '')).toBe(named);
				expect([origin, search, hash]).toEqual(['https://api.example.com', '', '']);
			}),
		);
	});
});

describe('what an error says of a request', () => {
	const connection = {
		baseUrl: BASE,
		host: 'api.example.com',
		authorization: '',
		hide: (text: string) => text,
	};

	it('names its recipient or number, short and in one line', () => {
		const named = `+1202\n${'5'.repeat(100)}`;
		expect(wordsOf({ endpoint: RELINQUISH, connection, named }).subject).toMatch(
			/^the number \+1202 5{33}…$/,
		);
	});
});
