import fc from 'fast-check';

import { RELINQUISH } from '../../nodes/MessagingService/service/endpoints';
import { wordsOf } from '../../nodes/MessagingService/transport/failures/failure';
import type { Endpoint } from '../../nodes/MessagingService/transport/request';
import { urlOf } from '../../nodes/MessagingService/transport/request';

const BASE = 'https://api.example.com/v1';

/** An endpoint such as somebody may add. */
const MESSAGE: Endpoint = { ...RELINQUISH, path: '/send/status/{id}/of/{who}', needs: {} };

describe('the address of a request', () => {
	it('has every named part where the path names it, encoded', () => {
		const parts = { id: 'a/b?c=d#e', who: '+12025550143' };
		expect(urlOf(BASE, { endpoint: MESSAGE, parts })).toBe(
			`${BASE}/send/status/a%2Fb%3Fc%3Dd%23e/of/%2B12025550143`,
		);
	});

	it.each(['', '.', '..', '\ud800', 'a\udfffb'])('is refused with the part %j', (id) => {
		expect(() => urlOf(BASE, { endpoint: MESSAGE, parts: { id, who: 'me' } })).toThrow(
			expect.objectContaining({ about: 'number', mayHaveBeenSent: false }),
		);
	});

	it('leads below its endpoint, or is refused, whatever a part holds', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (id) => {
				let url: string;
				try {
					url = urlOf(BASE, { endpoint: MESSAGE, parts: { id, who: 'me' } });
				} catch {
					return;
				}
				const { origin, pathname, search, hash } = new URL(url);
				const read = /^\/v1\/send\/status\/([^/]+)\/of\/me$/.exec(pathname);
				expect(decodeURIComponent(read?.[1] ?? '')).toBe(id);
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
