import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Parameter, Read } from '../parameters/parameter';
import { identityOf } from '../recipients/recipientLists';
import type { Service } from '../service/connect';
import type { SmsParts } from '../parameters/messageText';

/** How a message travels. */
export type Channel = 'sms' | 'imessage' | 'whatsapp' | 'intent';

/** A message that a job sends, as its input says it. */
export interface OutgoingMessage {
	/** A number in E.164, or an e-mail address as typed. */
	to: string;
	channel: Channel;
	/** The text as it is sent, where the operation has one. */
	text?: string;
	/** How the text travels as SMS, where it does. */
	sms?: SmsParts;
}

/** The work for one input item, its input read and checked. */
export interface Job {
	/** Jobs of one lane never overlap: they run one after the other, in item order. */
	lane?: string;
	/** The message, where it sends one. */
	message?: OutgoingMessage;
	/** Carries it out, and returns the output items. @throws ServiceError */
	run(service: Service): Promise<IDataObject | IDataObject[]>;
	/** Is shown in the output panel once it is done. */
	hint?: string;
}

/** Returns the part of a job that sends a message: those to one recipient keep their order. */
export function sending(message: OutgoingMessage) {
	return { lane: identityOf(message.to), message };
}

/** One operation of a resource: all that the node needs to show, read and run it. */
export interface Operation {
	/** As the panel shows it, in title case. */
	name: string;
	/** As n8n's list of actions shows it, without articles: "Send message". It also names a new node. */
	action: string;
	/** Stands below the node's name on the canvas, in title case; `{channel}` is the one that is chosen. */
	subtitle: string;
	/** Tells people and AI agents what it does. */
	description: string;
	/**
	 * Its effect at the service: it only reads, it sends something to a person, or it changes something else, such as the
	 * tries that are left of a password. All but what reads is done once, however often n8n's Retry On Fail tries.
	 */
	effect: 'reads' | 'changes' | 'sends';
	/** Stands in a box above the fields: what is lost or paid. */
	notice?: string;
	/** Stands in a box above the fields where an AI agent uses the node as a tool. */
	toolNotice?: string;
	/** Its fields, in the order of the panel; the recipient and the number among them. */
	fields: Array<Parameter<unknown>>;
	/** Its options, beside those that every operation has. */
	options: Array<Parameter<unknown>>;
	/** Its rules for recipients. */
	rules: Array<Parameter<unknown>>;
	/** The field with the recipient of its message, where the rules are about one. */
	recipient?: Parameter<string>;
	/** The option whose key keeps an item from being done twice. */
	onceKey?: Parameter<string | undefined>;
	/** Whether it sends to many recipients, so that Dry Run and Max Messages mean something. */
	sendsMany?: true;
	/** For an operation that takes a single item: why, to follow its name, and what to do instead. */
	oneItemOnly?: { reason: string; nextStep: string };
	/** Reads and checks the input of one item; no request is made here. @throws InputError */
	prepare(read: Read, context: IExecuteFunctions): Job;
}

/** A resource and its operations. */
export interface Resource {
	/** As the panel shows it, in title case. */
	name: string;
	/** By the value of the parameter `operation`. */
	operations: Record<string, Operation>;
	/** The operation that is chosen at first, where that is not the first one. */
	defaultOperation?: string;
}
