import { InputError } from '../errors/inputError';
import { MAX_MESSAGES } from '../parameters/sending';
import type { ExecutionTally } from './executionTally';
import type { Task } from './input';

/** An item as far as it is counted. */
type Keyed = Pick<Task, 'key'>;

/** Holds the messages of a whole execution, over all rounds of a loop, against Max Messages. */
export class MessageLimit {
	/** @param most messages of the execution; 0 for no limit */
	constructor(
		private readonly tally: ExecutionTally,
		private readonly most: number,
	) {}

	/** Returns why the tasks may not be carried out; undefined where they fit. */
	refusalOf(tasks: Keyed[]): InputError | undefined {
		const before = this.tally.messages;
		const added = this.messagesOf(tasks);
		const total = before + added;
		if (this.most === 0 || added === 0 || total <= this.most) return undefined;

		const soFar = before > 0 ? ` with this round: ${before} so far, and ${added} more` : '';
		return new InputError(
			`'${MAX_MESSAGES.field.displayName}' is ${this.most}, but there would be ${total} messages${soFar}`,
			"Check why there are so many items, for example whether a filter is missing. If all of them are meant, raise 'Max Messages' in the options.",
		);
	}

	/** Counts all messages of a round before the first one: an agent may call the node again meanwhile. @throws InputError */
	reserve(tasks: Keyed[]): void {
		const refusal = this.refusalOf(tasks);
		if (refusal) throw refusal;

		this.tally.reserve(this.messagesOf(tasks));
	}

	/** Returns how many messages the tasks make: a key that is repeated within the execution makes one. */
	private messagesOf(tasks: Keyed[]): number {
		const keys = tasks.map(({ key }) => key).filter((key) => key !== undefined);
		const newKeys = [...new Set(keys)].filter((key) => !this.tally.hasUsed(key));
		return tasks.length - keys.length + newKeys.length;
	}
}
