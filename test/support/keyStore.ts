import { createHash } from 'node:crypto';

import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

import { nextTurn } from './nextTurn';

/**
 * n8n's store of keys, in memory: as in its database, the keys of a node stand in one row, which is read,
 * changed and written as a whole, with a gap in between in which another call would be lost.
 */
export class KeyStore implements IDataDeduplicator {
	/** Rows as text, as a database holds them. */
	private readonly rows = new Map<string, string>();

	/** Rows that a call has read and not yet written. */
	private readonly open = new Set<string>();

	/** Calls so far. */
	calls = 0;

	/** Makes it what n8n-core's helpers use, for the rest of the test file. */
	async register(): Promise<void> {
		await DataDeduplicationService.init(this);
	}

	/** Tells which of these keys a node has recorded. */
	recorded(workflowId: string, keys: string[], nodeId = 'node-under-test'): string[] {
		const row = this.read(rowName(workflowId, nodeId));
		return keys.filter((key) => row.includes(hashOf(key)));
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		{ maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		return await this.change(context, (row) => {
			const known = new Set(row);
			const fresh = items.filter((item) => !known.has(hashOf(item)));
			row.push(...fresh.map(hashOf));
			if (maxEntries) row.splice(0, Math.max(0, row.length - maxEntries));
			return { new: fresh, processed: items.filter((item) => known.has(hashOf(item))) };
		});
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<void> {
		await this.change(context, (row) => {
			for (const hash of items.map(hashOf)) {
				const index = row.indexOf(hash);
				if (index !== -1) row.splice(index, 1);
			}
		});
	}

	async clearAllProcessedItems(
		_scope: DeduplicationScope,
		{ workflow, node }: ICheckProcessedContextData,
	): Promise<void> {
		this.rows.delete(rowName(workflow.id, node?.id));
	}

	async getProcessedDataCount(
		_scope: DeduplicationScope,
		{ workflow, node }: ICheckProcessedContextData,
	): Promise<number> {
		return this.read(rowName(workflow.id, node?.id)).length;
	}

	private async change<T>(
		{ workflow, node }: ICheckProcessedContextData,
		work: (row: string[]) => T,
	): Promise<T> {
		const name = rowName(workflow.id, node?.id);
		if (this.open.has(name)) throw new Error('Two calls at once: the keys of one would be lost');
		this.open.add(name);
		this.calls++;
		const row = this.read(name);
		await nextTurn();
		const result = work(row);
		this.rows.set(name, JSON.stringify(row));
		this.open.delete(name);
		return result;
	}

	private read(name: string): string[] {
		return JSON.parse(this.rows.get(name) ?? '[]') as string[];
	}
}

const rowName = (workflowId?: string, nodeId?: string) => `${workflowId} n:${nodeId}`;

const hashOf = (value: DeduplicationItemTypes) =>
	createHash('md5').update(String(value)).digest('base64');
