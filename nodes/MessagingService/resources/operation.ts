import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { AskedQuestion } from '../sendAndWait/answerLinks';
import type { ServiceClient } from '../service/client';
import type { ItemParameters } from '../parameters/itemParameters';

/** What is to be done for one input item, its input read and checked. */
export interface Job {
	/**
	 * What this job must not overlap with: jobs of one lane run one after the other, in item order.
	 * The recipient of a message, or the number that is leased.
	 */
	lane?: string;
	/** Until when the execution waits for an answer, once this job is done. */
	waitTill?: Date;
	/** Carries it out and gives the output items. */
	run(service: ServiceClient): Promise<IDataObject | IDataObject[]>;
}

/** Options that only some operations show; the others stand in every operation. */
export type OperationOption =
	| 'defaultCountry'
	| 'fallback'
	| 'failOnIncorrect'
	| 'limitWaitTime'
	| 'messageButtonLabel'
	| 'responseFormButtonLabel'
	| 'responseFormDescription'
	| 'responseFormTitle'
	| 'sendOnceKey';

/** One operation of a resource: all that the node needs to show, read and run it. */
export interface Operation {
	/** Value of the parameter `operation`. */
	value: string;
	/** As the panel shows it, in title case. */
	name: string;
	/** As n8n's list of actions shows it, e.g. "Send a message". */
	action: string;
	/** What it does, for people and for AI agents. */
	description: string;
	/** Its fields, without the `displayOptions` for resource and operation. */
	fields: INodeProperties[];
	/** What of the shared options it shows, beside those that every operation has. */
	options: OperationOption[];
	/** Whether the execution waits for an answer: n8n lets it wait once at a time, so for one item. */
	waits?: boolean;
	/**
	 * Reads and checks the input of one item; no request is made here.
	 * @param asked for an operation that waits
	 * @throws InputError
	 */
	prepare(parameters: ItemParameters, asked: AskedQuestion): Job;
}

/** A resource and its operations, in the order in which the panel lists them. */
export interface Resource {
	/** Value of the parameter `resource`. */
	value: string;
	/** As the panel shows it, in title case. */
	name: string;
	operations: Operation[];
	/** The operation that is chosen first: never one that costs money. */
	defaultOperation: Operation;
}
