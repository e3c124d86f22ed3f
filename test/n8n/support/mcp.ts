import type { TestedN8n } from './n8n';

/** What is said to a tool. */
export type Said = Record<string, string>;

/** Opens a session with an MCP server of n8n. Returns the function that calls one of its tools. */
export async function mcpClient(n8n: TestedN8n, path: string, token?: string) {
	let id = 0;
	let session: string | null = null;

	const request = async (message: object) => {
		const response = await n8n.call(path, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session && { 'mcp-session-id': session }),
				...(token && { authorization: `Bearer ${token}` }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
		});
		session ??= response.headers.get('mcp-session-id');
		return await response.text();
	};

	const clientInfo = { name: 'test', version: '1' };
	const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
	await request({ id: id++, method: 'initialize', params });
	await request({ method: 'notifications/initialized' });
	return async (name: string, said: Said) =>
		await request({ id: id++, method: 'tools/call', params: { name, arguments: said } });
}
