/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { request } from 'node:http';

import { useSimulator } from './caller';

describe('a web page of somebody else', () => {
	const { simulator } = useSimulator();

	/** `fetch` sets Host itself, as browsers do. */
	const ask = async (path: string, headers: Record<string, string>, method = 'GET') =>
		await new Promise<number | undefined>((resolve, reject) => {
			request(`${simulator().url}${path}`, { method, headers }, (response) => {
				response.resume();
				resolve(response.statusCode);
			})
				.on('error', reject)
				.end();
		});
	const port = () => simulator().port;

	it.each(['/', '/_simulator/state', '/_simulator/events', '/enterprise/lease/purchasable'])(
		'reads nothing of %s by a name of its own',
		async (path) => {
			for (const host of ['evil.example', `evil.example:${port()}`, '127.0.0.1.evil.example']) {
				expect(await ask(path, { host })).toBe(403);
			}
		},
	);

	it('changes nothing', async () => {
		for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
			expect(await ask('/_simulator/reset', { origin }, 'POST')).toBe(403);
			expect(await ask('/send/text', { origin }, 'POST')).toBe(403);
		}
	});

	it('is not the inbox, which asks from this machine by any of its names', async () => {
		for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
			const host = `${name}:${port()}`;
			expect(await ask('/_simulator/state', { host, origin: `http://${host}` })).toBe(200);
		}
	});
});

describe('an address that the service does not have', () => {
	const { simulator } = useSimulator();

	it.each(['/v9/send/text', '/send/texts', '/_simulator/nothing', '/favicon.png'])(
		'%s is not found, whatever is sent to it',
		async (path) => {
			const url = `${simulator().url}${path}`;
			const authorization = 'Bearer demo-enterprise';
			const statuses = [
				await fetch(url),
				await fetch(url, { method: 'POST' }),
				await fetch(url, { method: 'POST', body: 'a text', headers: { authorization } }),
				await fetch(url, { method: 'POST', body: new URLSearchParams({ a: 'form' }) }),
				await fetch(url, {
					method: 'PUT',
					body: '{',
					headers: { 'content-type': 'application/json' },
				}),
			].map(({ status }) => status);

			expect(statuses).toEqual([404, 404, 404, 404, 404]);
		},
	);
});
