import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { SEND_ONCE_KEY } from '../fields/options';
import type { Parameter, Read } from '../fields/parameter';
import type { Service } from '../service/service';

/** The work for one input item, its input read and checked. */
export interface Job {
	/**
	 * Jobs of one lane run one after the other, in item order. It counts only where there is neither a recipient nor a key: their
	 * lanes go first.
	 */
	lane?: string;
	/** The message, where it sends one, as a Dry Run shows it: its recipient is a number in E.164. */
	message?: IDataObject & { to: string };
	/** Carries it out, and returns the output items. @throws ServiceError */
	perform(service: Service): Promise<IDataObject | IDataObject[]>;
}

/** What the operations that send to many recipients have in common. */
export const SENDS_MANY = {
	recipients: 'many' as const,
	onceKey: SEND_ONCE_KEY,
	notice: "Each call costs money. Set 'Only Send To' if the model chooses the recipient.",
};

/** One operation of a resource: all that the node needs to show, read and carry it out. */
export interface Operation {
	/** As the panel shows it, in title case. */
	name: string;
	/** As n8n's list of actions shows it, without articles: "Send message". It also names a new node, and stands below its name. */
	action: string;
	/** Tells people and AI agents what it does. */
	description: string;
	/** Whether it only reads. All else is done once, however often n8n tries again. */
	reads?: boolean;
	/**
	 * Who gets the message that it sends: many, so that Dry Run and Max Messages mean something, or one person, who is asked a
	 * question, and for whose answer the execution waits.
	 */
	recipients?: 'many' | 'one';
	/** The option whose key keeps an item from being done twice. */
	onceKey?: Parameter<string | undefined>;
	/** Whether it adopts a number, or gives one back: whoever pays must find which. */
	changesLease?: boolean;
	/** Whether all its jobs are in one lane: its items cannot be done side by side, so there is no Concurrency. */
	inOneLane?: boolean;
	/**
	 * Stands in a box above the fields: what is lost or paid. Where it sends a message, only the tool of an AI agent shows it:
	 * everybody knows that messages cost money, and there the model may choose who gets them.
	 */
	notice?: string;
	/** Its fields, in the order of the panel; the recipient and the number among them. */
	fields: Parameter[];
	/** Its options, beside those that follow from what it does. */
	options: Parameter[];
	/** Reads and checks the input of one item, and changes nothing: that is for `perform`. @throws InputError */
	prepare(read: Read, context: IExecuteFunctions): Job;
}
