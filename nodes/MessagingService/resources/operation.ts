import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { Parameter, Read } from '../parameters/parameter';
import type { ServiceClient } from '../service/client';
import type { SmsParts } from '../service/sms';

/** How a message travels. */
export type Channel = 'sms' | 'imessage' | 'whatsapp' | 'intent';

/** Carries out the first step of a job of two: once for its item, however often n8n's Retry On Fail repeats the job. */
export type Once = <T>(step: () => Promise<T>) => Promise<T>;

/** The work for one input item, its input read and checked. */
export interface Job {
	/** The recipient or the leased number: jobs of one lane never overlap, they run one after the other, in item order. */
	lane?: string;
	/** The message that it sends, for a Dry Run: to a number in E.164, or an e-mail address as typed. */
	message?: { to: string; channel: Channel };
	/** Carries it out, and returns the output items. */
	run(service: ServiceClient, once: Once): Promise<IDataObject | IDataObject[]>;
	/** Returns the service's answer to the send within an output item, where it is not the item. */
	answerIn?(item: IDataObject): IDataObject;
	/** A hint for the output panel once it is done; one that several items share is shown once. */
	hint?: NodeExecutionHint;
	/** How its text travels as SMS, where it does: the output panel says how many parts that took. */
	sms?: SmsParts;
}

/** One operation of a resource: all that the node needs to show, read and run it. */
export interface Operation {
	/** As the panel shows it, in title case. */
	name: string;
	/** As n8n's list of actions shows it, without articles: "Send message". It also names a new node. */
	action: string;
	/** Stands below the node's name on the canvas in place of the action; `{channel}` is the one that is chosen. */
	subtitle?: string;
	/** Tells people and AI agents what it does. */
	description: string;
	/**
	 * Its effect at the service: it only reads, it sends something to a person, or it changes something else, such as
	 * the tries that are left of a password. All but what reads is done once, however often n8n's Retry On Fail tries.
	 */
	effect: 'reads' | 'changes' | 'sends';
	/** Says what is charged, as the notice above the fields has it; undefined where nothing is. */
	costsMoney?: string;
	/** Its fields, then its options, in the order of the panel, beside the options that every operation has. */
	parameters: Array<Parameter<unknown>>;
	/** For an operation that takes a single item: why, to follow its name, and what to do instead. */
	oneItemOnly?: { reason: string; nextStep: string };
	/** Reads and checks the input of one item; no request is made here. @throws InputError */
	prepare(read: Read, context: IExecuteFunctions): Job;
}

/** A resource and its operations. */
export interface Resource {
	/** As the panel shows it, in title case. */
	name: string;
	/** Names in the notice above the fields what requires an Enterprise plan (section 5). */
	enterprise?: string;
	/** By the value of the parameter `operation`. */
	operations: Record<string, Operation>;
	/** The operation that is chosen at first, where that is not the first one. */
	defaultOperation?: string;
}
