/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { setTimeout } from 'node:timers/promises';

/** Sends messages whose texts are all different, by a webhook of n8n. */
export class Sender {
	private sent = 0;

	constructor(private readonly url: string) {}

	/** Sends so many messages in one execution. @throws Error where they were not sent */
	async send(count: number): Promise<void> {
		const rows = Array.from({ length: count }, (_, row) => ({
			to: `+1202${2_000_000 + this.sent + row}`,
			text: `Your order ${String(this.sent + row).padStart(6, '0')} is on its way.`,
		}));
		this.sent += count;

		const answer = await (await this.call(JSON.stringify({ rows }))).text();
		if (!answer.includes('crumbs')) {
			throw new Error(`${this.url} answered ${answer.slice(0, 200)}`);
		}
	}

	/** Returns the ms that a message takes, on average of so many that are sent one after the other. */
	async timeOf(count: number): Promise<number> {
		const begin = performance.now();
		for (let message = 0; message < count; message++) await this.send(1);
		return (performance.now() - begin) / count;
	}

	/** Calls the webhook. n8n takes a moment to publish a workflow, and answers 404 until then. */
	private async call(body: string): Promise<Response> {
		const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
		for (;;) {
			const response = await fetch(this.url, request);
			if (response.status !== 404) return response;
			await setTimeout(100);
		}
	}
}
