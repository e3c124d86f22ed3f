import {
	executionState,
	hasState,
	isCount,
	type StateContext,
	type StateKey,
} from '../executionState';
import { isPlainObject } from '../object';
import { isUsed, type ItemOutcome, type UsedOutcome } from '../outcome';

/**
 * The messages of a node in one execution, over all its rounds: n8n saves this with an execution that waits. The build of
 * `test/stored/2.json` left the first two members alone, and `true` in place of a recipient.
 */
interface Stored {
	/** Messages that were sent, may have been, or are about to be. */
	count: number;
	/** The recipient of each key that was used, by the key behind a colon. */
	keys: Record<string, string | true>;
	/** The recipient of each key of a Dry Run, likewise. */
	dryKeys?: Record<string, string>;
	/** The outcomes of the messages. */
	outcomes?: Messages;
	/** Rounds of a loop, or other calls of the node, that have begun. */
	rounds?: number;
}

const MESSAGES: StateKey<Stored> = {
	name: 'messages',
	initial: () => ({ count: 0, keys: {} }),
	members: { count: isCount, keys: isPlainObject },
	optionalMembers: { dryKeys: isPlainObject, outcomes: isMessages, rounds: isCount },
};

/** How many messages became what. */
export interface Messages {
	sent: number;
	possiblySent: number;
	/** Those of both that had no key, so that another run sends them again; undefined where nobody knows. */
	keyless?: number;
}

/** Tells whether a value counts messages. */
function isMessages(value: unknown): value is Messages {
	if (!isPlainObject(value)) return false;

	const { sent, possiblySent, keyless = 0 } = value;
	return [sent, possiblySent, keyless].every(isCount);
}

/**
 * Counts what a node does in one execution, over all rounds of a loop, all branches, and all calls of an agent. While a
 * round is under way, `count` is what was sent, what may have been, and what is reserved.
 */
export class ExecutionTally {
	private readonly stored: Stored;

	/** The messages of the execution, those of this round included. */
	private readonly ofExecution: Messages;

	/** The messages of this round, those of earlier tries of Retry On Fail included. */
	private readonly ofRound: Messages = { sent: 0, possiblySent: 0, keyless: 0 };

	/** Messages of this round that are counted and not sent yet. */
	private reserved = 0;

	constructor(context: StateContext) {
		const hasRunBefore = hasState(context);
		this.stored = executionState(context, MESSAGES);
		this.stored.rounds ??= hasRunBefore ? 1 : 0;
		this.stored.outcomes ??= outcomesBeforeUpdate(this.stored);
		this.ofExecution = this.stored.outcomes;
	}

	/** Notes that a round begins. A further try of Retry On Fail is none. */
	beginRound(): void {
		const { rounds = 0 } = this.stored;
		this.stored.rounds = rounds + 1;
	}

	/** Whether the node has run in this execution before: then its items are not the first rows of the user's data. */
	get isLaterRound(): boolean {
		const { rounds = 0 } = this.stored;
		return rounds > 1 || this.hasDoneEarlier;
	}

	/** Whether the node has done something in this execution before this round, or beside it. */
	get hasDoneEarlier(): boolean {
		return totalOf(this.earlier) > 0;
	}

	/** Messages of the execution that were sent, may have been, or are about to be. */
	get messages(): number {
		return this.stored.count;
	}

	/** The messages of this execution before this round, or beside it. */
	get earlier(): Messages {
		const { ofExecution, ofRound } = this;
		const all = totalOf(ofExecution) - totalOf(ofRound);
		// Of messages before an update nobody knows which were sent, so those that this round has sent may be among them.
		const sent = Math.max(0, ofExecution.sent - ofRound.sent);
		return { sent, possiblySent: all - sent, keyless: keylessBefore(ofExecution, ofRound) };
	}

	/** Returns whose message has used a key in this execution; undefined where none has, or nobody knows. */
	recipientOf(key: string, isDry: boolean): string | undefined {
		const used = this.stored.keys[memberName(key)];
		if (typeof used === 'string') return used;

		return isDry ? this.stored.dryKeys?.[memberName(key)] : undefined;
	}

	/** Tells whether a message of this execution has used a key. */
	hasUsed(key: string): boolean {
		return memberName(key) in this.stored.keys;
	}

	/** Counts messages before the first one leaves: an agent may call the node again meanwhile. */
	reserve(messages: number): void {
		this.reserved += messages;
		this.stored.count += messages;
	}

	/** Takes back the count of what was reserved, and not sent in the end. */
	release(): void {
		this.stored.count -= this.reserved;
		this.reserved = 0;
	}

	/** Notes what became of an item in this try. */
	count(outcome: ItemOutcome, key: string | undefined): void {
		if (!isUsed(outcome)) return;

		add(this.ofExecution, outcome, key);
		add(this.ofRound, outcome, key);

		// An operation without Max Messages reserves nothing.
		if (this.reserved > 0) this.reserved--;
		else this.stored.count++;
	}

	/** Notes what an earlier try of Retry On Fail did, and counted, for an item of this round. */
	recall(outcome: ItemOutcome, key: string | undefined): void {
		if (isUsed(outcome)) add(this.ofRound, outcome, key);
	}

	/** Remembers for whom a key is, once it is used. */
	noteKey(key: string, recipient: string): void {
		this.stored.keys[memberName(key)] ??= recipient;
	}

	/** Remembers for whom a key would be used. */
	noteDryKey(key: string, recipient: string): void {
		const { dryKeys = {} } = this.stored;
		dryKeys[memberName(key)] ??= recipient;
		this.stored.dryKeys = dryKeys;
	}
}

/**
 * Returns the outcomes of an execution that began before an update. The build of `test/stored/2.json` has counted its
 * messages, not what became of them, and has noted their keys only where Max Messages was set.
 */
function outcomesBeforeUpdate({ count }: Stored): Messages {
	return { sent: 0, possiblySent: count, keyless: count === 0 ? 0 : undefined };
}

const totalOf = ({ sent, possiblySent }: Messages) => sent + possiblySent;

/** Returns how many messages without a key were not of this round; undefined where nobody knows. */
function keylessBefore(ofExecution: Messages, ofRound: Messages): number | undefined {
	const { keyless: all } = ofExecution;
	const { keyless: inRound = 0 } = ofRound;
	return all === undefined ? undefined : all - inRound;
}

/** Returns the name under which a key is stored: the key may be that of a member that every object has. */
const memberName = (key: string) => `:${key}`;

function add(messages: Messages, outcome: UsedOutcome, key: string | undefined): void {
	messages[outcome]++;
	if (key === undefined && messages.keyless !== undefined) messages.keyless++;
}
