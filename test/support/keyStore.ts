/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { setImmediate } from 'node:timers/promises';

import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

/** When a call fails: before the row is written, or after, when only the answer is lost. */
export type StoreFault = 'before' | 'after';

/**
 * n8n's store of keys, in memory: as in its database, the keys of a node stand in one row, which is read,
 * changed and written as a whole, with a gap in between in which another call would be lost.
 */
export class KeyStore implements IDataDeduplicator {
	/** The entries of each row, oldest first. n8n keeps a digest of each, which would show a test nothing. */
	private readonly rows = new Map<string, Set<string>>();

	/** Rows that a call has read and not yet written. */
	private readonly open = new Set<string>();

	/** Calls so far that change a row. */
	calls = 0;

	/** Makes calls fail. */
	fault: (call: number, kind: 'record' | 'remove') => StoreFault | undefined = () => undefined;

	/** Makes it what n8n-core's helpers use. */
	async register(): Promise<void> {
		await DataDeduplicationService.init(this);
	}

	/** Returns what the tested node of a workflow has recorded, oldest first. */
	entriesOf = (workflowId: string): string[] => [...this.rowOf(rowName(workflowId))];

	/** Sets what it has recorded, oldest first. */
	restore(workflowId: string, entries: string[]): void {
		this.rows.set(rowName(workflowId), new Set(entries));
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		{ maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		return await this.change(context, 'record', (row) => {
			const processed = items.filter((item) => row.has(String(item)));
			const fresh = items.filter((item) => !row.has(String(item)));
			const size = row.size + fresh.length;

			for (const item of fresh) row.add(String(item));
			if (row.size < size) throw new Error('The same entry twice in one call: n8n would keep both');

			for (const oldest of row) {
				if (!maxEntries || row.size <= maxEntries) break;
				row.delete(oldest);
			}
			return { new: fresh, processed };
		});
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<void> {
		await this.change(context, 'remove', (row) => {
			for (const item of items) row.delete(String(item));
		});
	}

	// Nothing here calls these.
	clearAllProcessedItems = async () => undefined;

	getProcessedDataCount = async () => NaN;

	private async change<T>(
		{ workflow, node }: ICheckProcessedContextData,
		call: 'record' | 'remove',
		work: (row: Set<string>) => T,
	): Promise<T> {
		const name = rowName(workflow.id, node?.id);
		if (this.open.has(name)) throw new Error('Two calls at once: the keys of one would be lost');

		this.open.add(name);
		const failing = this.fault(this.calls++, call);
		await setImmediate();
		this.open.delete(name);
		if (failing === 'before') throw new Error(BUSY);

		const row = this.rowOf(name);
		this.rows.set(name, row);
		const result = work(row);
		if (failing === 'after') throw new Error(BUSY);

		return result;
	}

	private rowOf = (name: string) => this.rows.get(name) ?? new Set<string>();
}

const BUSY = 'SQLITE_BUSY: database is locked';

const rowName = (workflowId?: string, nodeId = 'node-under-test') => `${workflowId} n:${nodeId}`;
