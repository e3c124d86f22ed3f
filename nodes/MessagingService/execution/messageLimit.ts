import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { executionState } from '../executionState';
import { MAX_MESSAGES } from '../parameters/settings';
import { firstItemReader } from '../parameters/source';
import type { Task } from './input';

/** Counts the messages of a whole execution, over all rounds of a loop, against Max Messages. */
export class MessageLimit {
	/** The messages that were or may have been sent, and their Send Once Keys, each behind a colon. */
	private readonly state: { count: number; keys: Record<string, true> };

	/** The most messages of the execution; 0 for no limit. */
	private readonly most: number;

	/** @throws InputError where Max Messages cannot be read */
	constructor(context: IExecuteFunctions) {
		this.state = executionState(context, 'messages', { count: 0, keys: {} });
		this.most = firstItemReader(context)(MAX_MESSAGES);
	}

	/** Returns why none of the tasks may be carried out: they would exceed the limit. A repeated key counts once. */
	refusalOf(tasks: Task[]): InputError | undefined {
		const { count, keys } = this.state;
		const newKeys = new Set<string>();
		let total = count;
		for (const { sendOnceKey: key } of tasks) {
			if (key !== undefined && (newKeys.has(key) || keys[`:${key}`])) continue;
			if (key !== undefined) newKeys.add(key);
			total++;
		}
		if (this.most === 0 || total <= this.most || total === count) return undefined;
		const before = count > 0 ? ` with this round: ${count} so far, and ${total - count} more` : '';
		return new InputError(
			`'${MAX_MESSAGES.field.displayName}' is ${this.most}, but there would be ${total} messages${before}`,
			"Check why there are so many items, for example whether a filter is missing. If all of them are meant, raise 'Max Messages' in the options.",
		);
	}

	/** Notes a message that was or may have been sent. */
	add(sendOnceKey?: string): void {
		this.state.count++;
		if (sendOnceKey !== undefined && this.most > 0) this.state.keys[`:${sendOnceKey}`] = true;
	}
}
