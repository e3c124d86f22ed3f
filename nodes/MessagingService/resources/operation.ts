import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { Parameter, Read } from '../parameters/parameter';
import { identityOf } from '../parameters/recipientLists';
import type { ServiceClient } from '../service/client';
import type { SmsParts } from '../smsText';

/** How a message travels. */
export type Channel = 'sms' | 'imessage' | 'whatsapp' | 'intent';

/**
 * Carries out the first of a job's two steps, once for its item: a later try of Retry On Fail gets what it returned, as long
 * as the step is made from the same. An expression may return something else by then, such as another recipient.
 */
export type FirstStep = <T>(madeFrom: unknown, step: () => Promise<T>) => Promise<T>;

/** A message that a job sends, as its input says it. */
export interface OutgoingMessage {
	/** A number in E.164, or an e-mail address as typed. */
	to: string;
	channel: Channel;
	/** The text as it is sent, where the operation has one. */
	text?: string;
	/** How the text travels as SMS, where it does: the output panel says how many parts that took. */
	sms?: SmsParts;
}

/** The work for one input item, its input read and checked. */
export interface Job {
	/** Jobs of one lane never overlap: they run one after the other, in item order. */
	lane?: string;
	/** Who gets its message, in one spelling: a number in E.164, or an e-mail address in small letters. */
	recipient?: string;
	/** The message, where it sends one. */
	message?: OutgoingMessage;
	/** The number that it adopts, in E.164: one run adopts a number once. */
	adopts?: string;
	/** Carries it out, and returns the output items. */
	run(service: ServiceClient, firstStep: FirstStep): Promise<IDataObject | IDataObject[]>;
	/** Returns the service's answer to the send within an output item, where it is not the item. */
	answerIn?(item: IDataObject): IDataObject;
	/** A hint for the output panel once it is done; one that several items share is shown once. */
	hint?: NodeExecutionHint;
}

/** Returns the part of a job that sends a message: those to one recipient keep their order. */
export function sending(message: OutgoingMessage) {
	const recipient = identityOf(message.to);
	// Messages to one recipient leave in order.
	return { recipient, lane: recipient, message };
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
	 * Its effect at the service: it only reads, it sends something to a person, or it changes something else, such as
	 * the tries that are left of a password. All but what reads is done once, however often n8n's Retry On Fail tries.
	 */
	effect: 'reads' | 'changes' | 'sends';
	/** Says what is charged, as the notice above the fields has it; undefined where nothing is. */
	costsMoney?: string;
	/** Says what to mind where an AI agent uses it, if that is not how often it runs. */
	agentNotice?: string;
	/** Its fields, then its options, in the order of the panel, beside the options that every operation has. */
	parameters: Array<Parameter<unknown>>;
	/** For an operation that takes a single item: why, to follow its name, and what to do instead. */
	oneItemOnly?: { reason: string; nextStep: string };
	/** Reads and checks the input of one item; no request is made here. @throws InputError */
	prepare(read: Read, context: IExecuteFunctions): Job;
}

/** Returns the option of an operation whose key keeps an item from being done twice; undefined where it has none. */
export function onceKeyOf({ parameters }: Operation): OnceKey | undefined {
	return parameters.find((parameter): parameter is OnceKey => parameter.isOnceKey === true);
}

type OnceKey = Parameter<string | undefined>;

/** A resource and its operations. */
export interface Resource {
	/** As the panel shows it, in title case. */
	name: string;
	/** Names in the notice above the fields what requires an Enterprise plan (section 5 of docs/service.md). */
	enterprise?: string;
	/** By the value of the parameter `operation`. */
	operations: Record<string, Operation>;
	/** The operation that is chosen at first, where that is not the first one. */
	defaultOperation?: string;
}
