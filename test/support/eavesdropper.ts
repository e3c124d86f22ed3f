/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it reached a server. */
export interface Overheard {
	method?: string;
	/** As a proxy gets it, the whole address. */
	url?: string;
	headers: IncomingHttpHeaders;
}

/** A server on loopback that notes every request, and answers as it is told. */
export class Eavesdropper {
	readonly overheard: Overheard[] = [];

	private readonly server = createServer((request, response) => {
		this.note(request);
		const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
		const to = searchParams.get('redirect');
		if (to) response.writeHead(307, { location: to });
		else response.writeHead(Number(searchParams.get('status') ?? 200));
		// As servers answer TRACE.
		response.end(request.method === 'TRACE' ? JSON.stringify(request.headers) : '{}');
	});

	/** Starts one. */
	static async start(): Promise<Eavesdropper> {
		const eavesdropper = new Eavesdropper();
		eavesdropper.server.on('connect', (request: IncomingMessage, socket) => {
			eavesdropper.note(request);
			socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
		});
		await new Promise<void>((resolve) => {
			eavesdropper.server.listen(0, '127.0.0.1', resolve);
		});
		return eavesdropper;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Ends it, and forgets nothing. */
	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private note({ method, url, headers }: IncomingMessage): void {
		this.overheard.push({ method, url, headers });
	}
}
