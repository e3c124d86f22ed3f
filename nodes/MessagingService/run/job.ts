import type { Job } from '../actions/operation';
import type { RequestSettings } from '../request/settings';

/** A key that keeps an item from being done twice. */
export interface OnceKey {
	/** Name of its option, in outputs too. */
	field: string;
	/** The key as it was given. */
	key: string;
	/** The key as it is recorded: it belongs to a recipient. */
	recorded: string;
}

/** What one input item asks for, read and checked. */
export interface ItemJob extends Job {
	itemIndex: number;
	once?: OnceKey;
}

/** What holds for all items of a run: read from the first one. */
export interface Settings extends RequestSettings {
	/** Whether nothing is sent. */
	isDryRun: boolean;
	/** Most messages of the execution; 0 for no limit. */
	maxMessages: number;
}
