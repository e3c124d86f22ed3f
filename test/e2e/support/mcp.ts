import { until } from '../../support/executions';

/** Opens a session with an MCP server. Returns the function that calls a method, and returns what came back. */
export async function mcpClient(url: string, headers: Record<string, string> = {}) {
	let id = 0;
	let session: string | null = null;

	const send = async (message: object) => {
		const request = {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session && { 'mcp-session-id': session }),
				...headers,
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
		};

		// n8n answers 404 until it has registered the webhook.
		const response = await until(async () => {
			const answer = await fetch(url, request);
			return answer.status !== 404 && answer;
		});
		session ??= response.headers.get('mcp-session-id');
		return await response.text();
	};

	await send({
		id: id++,
		method: 'initialize',
		params: {
			protocolVersion: '2025-03-26',
			capabilities: {},
			clientInfo: { name: 'test', version: '1' },
		},
	});
	await send({ method: 'notifications/initialized' });
	return async (method: string, params: object) => await send({ id: id++, method, params });
}
