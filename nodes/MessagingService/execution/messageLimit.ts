import { InputError } from '../errors/inputError';
import { executionState, type StateContext } from '../executionState';
import { MAX_MESSAGES } from '../parameters/sending';
import type { Task } from './input';

/** Counts the messages of a whole execution, over all rounds of a loop, against Max Messages. */
export class MessageLimit {
	/** The messages that were sent, may have been or are about to be, and the keys of those sent, behind a colon. */
	private readonly state: { count: number; keys: Record<string, true> };

	/** The messages of this round that are not sent yet. */
	private reserved = 0;

	/** @param most messages of the execution; 0 for no limit */
	constructor(
		context: StateContext,
		private readonly most: number,
	) {
		this.state = executionState(context, 'messages', { count: 0, keys: {} });
	}

	/** Returns why the tasks may not be carried out; undefined where they fit. */
	refusalOf(tasks: Task[]): InputError | undefined {
		const { count } = this.state;
		const added = this.messagesOf(tasks);
		if (this.most === 0 || added === 0 || count + added <= this.most) return undefined;
		const soFar = count > 0 ? ` with this round: ${count} so far, and ${added} more` : '';
		return new InputError(
			`'${MAX_MESSAGES.field.displayName}' is ${this.most}, but there would be ${count + added} messages${soFar}`,
			"Check why there are so many items, for example whether a filter is missing. If all of them are meant, raise 'Max Messages' in the options.",
		);
	}

	/** Counts all messages of a round before the first one: an agent may call the node again meanwhile. @throws InputError */
	reserve(tasks: Task[]): void {
		const refusal = this.refusalOf(tasks);
		if (refusal) throw refusal;
		this.reserved = this.messagesOf(tasks);
		this.state.count += this.reserved;
	}

	/** Notes a message that was or may have been sent. */
	add(sendOnceKey?: string): void {
		this.reserved--;
		if (sendOnceKey !== undefined && this.most > 0) this.state.keys[`:${sendOnceKey}`] = true;
	}

	/** Takes back the count of what was not sent in the end. */
	release(): void {
		this.state.count -= this.reserved;
		this.reserved = 0;
	}

	/** Returns how many messages the tasks make: a key that is repeated within the execution makes one. */
	private messagesOf(tasks: Task[]): number {
		const keys = tasks.map(({ sendOnceKey }) => sendOnceKey).filter((key) => key !== undefined);
		const newKeys = [...new Set(keys)].filter((key) => !this.state.keys[`:${key}`]);
		return tasks.length - keys.length + newKeys.length;
	}
}
