import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { quote } from '../errors/quote';
import { ServiceError } from '../errors/serviceError';
import { messageOf } from '../errors/thrown';
import type { Job, Once } from '../resources/operation';
import type { SendStatus, UsedStatus } from '../sendOnce/n8nRecord';
import type { ServiceClient } from '../service/client';
import type { SmsParts } from '../service/sms';

/** The status of an item, as users read it. One that is `notSent` has failed. */
export type ItemStatus = SendStatus | 'skipped';

interface Result {
	status: ItemStatus;
	/** Whether n8n's Retry On Fail gives this result again, instead of repeating the item. */
	isFinal: boolean;
	/** Whether nothing keeps another run of the workflow from doing it again. */
	isKeyless?: boolean;
}

/** The result of an item that did not fail. */
export interface Done extends Result {
	items: IDataObject[];
	hint?: NodeExecutionHint;
	/** How its text went out as SMS. */
	sms?: SmsParts;
}

/** The result of an item that failed. */
export interface Failed extends Result {
	status: SendStatus;
	error: unknown;
	/** Stands at the end of its description. */
	note?: string;
}

/** The result of one input item. */
export type ItemResult = Done | Failed;

/** Warns in the output panel of an answer that may mean anything. */
const ERROR_IN_ANSWER: NodeExecutionHint = {
	message:
		'The service answered with success, but its answer has a field "error". Read it before you run this again: the request may have been carried out. n8n may treat such an item as failed, for example by moving it to the error output.',
	type: 'warning',
	location: 'outputPane',
};

/** Runs a job. Throws nothing. */
export async function runJob(
	{ lane, run, answerIn, hint, sms }: Job,
	service: ServiceClient,
	once: Once,
): Promise<ItemResult & { status: SendStatus }> {
	try {
		const items = [await run(service, once)].flat();
		return items.some((item) => (answerIn?.(item) ?? item).error)
			? { status: 'possiblySent', isFinal: true, items, hint: ERROR_IN_ANSWER, sms }
			: { status: 'sent', isFinal: true, items, hint, sms };
	} catch (error) {
		// An error that nothing here throws may have come after sending. What has no lane only reads.
		const failure = error instanceof ServiceError || lane === undefined ? error : unexpected(error);
		if (!(failure instanceof ServiceError)) return refused(failure);
		const { mayHaveBeenSent, isFinal } = failure;
		return { status: mayHaveBeenSent ? 'possiblySent' : 'notSent', isFinal, error: failure };
	}
}

function unexpected(error: unknown): ServiceError {
	return new ServiceError(`Something unexpected happened: "${quote(messageOf(error))}"`, {
		mayHaveBeenSent: true,
		prefix: 'This item may have been done',
		description: 'Check with your provider whether it was done.',
	});
}

/** Returns the result of an item that failed before any request. */
export function refused(error: unknown): Failed {
	return { status: 'notSent', isFinal: false, error };
}

/** Returns the result of an item whose recipient gets no message. */
export function leftOut({ message }: Job): ItemResult {
	const json = { skipped: true, doNotSendTo: message?.to };
	return { status: 'skipped', isFinal: false, items: [json] };
}

/** Returns the result of an item whose Send Once Key was used. */
export function skipped(sendOnceKey: string | undefined, status: UsedStatus): ItemResult {
	const json = { skipped: true, sendOnceKey };
	// The record of keys knows it, so it need not be kept from one try to the next.
	return status === 'sent'
		? { status: 'skipped', isFinal: false, items: [json] }
		: { status, isFinal: false, items: [{ ...json, mayHaveBeenSent: true }] };
}
