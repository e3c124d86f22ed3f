/** Opens a session with an MCP server. Returns the function that calls a method, and returns what came back. */
export async function mcpClient(url: string, headers: Record<string, string> = {}) {
	let id = 0;
	let session: string | null = null;

	const send = async (message: object) => {
		const response = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session && { 'mcp-session-id': session }),
				...headers,
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
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
