import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { quote } from '../errors/quote';
import { outcomeOf, ServiceError } from '../errors/serviceError';
import { messageOf } from '../errors/thrown';
import type { ItemOutcome, Outcome, UsedOutcome } from '../outcome';
import type { Job, FirstStep } from '../resources/operation';
import type { ServiceClient } from '../service/client';
import type { SmsParts } from '../smsText';

/** The members of every result. The build of `test/stored/2.json` left results of this form in the memory of Retry On Fail. */
interface Result {
	status: ItemOutcome;
	/** Whether n8n's Retry On Fail repeats the item, instead of returning this result again: false unless told. */
	isRepeatable?: boolean;
	/** Whether no key keeps another run of the workflow from doing it again. */
	isKeyless?: boolean;
}

/** The result of an item that did not fail. */
export interface Done extends Result {
	items: IDataObject[];
	hint?: NodeExecutionHint;
	/** How its text was sent as SMS. */
	sms?: SmsParts;
	/** Why it was skipped, where it was. */
	skippedBy?: SkippedBy;
}

/** Why an item was skipped: its key was used before, its recipient gets no message, or it is one of a Dry Run. */
export type SkippedBy = 'key' | 'doNotSendTo' | 'dryRun';

/** The result of an item that failed. */
export interface Failed extends Result {
	status: Outcome;
	error: unknown;
	/** Stands at the end of its description. */
	addition?: string;
}

/** The result of one input item. */
export type ItemResult = Done | Failed;

/** Tells whether an item failed. */
export function isFailed(result: ItemResult | undefined): result is Failed {
	return result !== undefined && 'error' in result;
}

/** Warns in the output panel of an answer that may mean anything. */
const ERROR_IN_ANSWER: NodeExecutionHint = {
	message:
		'The service answered with success, but its answer has a field "error". Read it before you run this again: the request may have been carried out. n8n may treat such an item as failed, for example by moving it to the error output.',
	type: 'warning',
	location: 'outputPane',
};

/** How a job is carried out. */
interface JobContext {
	service: ServiceClient;
	firstStep: FirstStep;
	/** Whether the operation does more than read. */
	acts: boolean;
}

/** Runs a job and returns its result. Throws nothing. */
export async function runJob(
	job: Job,
	{ service, firstStep, acts }: JobContext,
): Promise<ItemResult & { status: Outcome }> {
	try {
		const items = [await job.run(service, firstStep)].flat();
		return succeeded(job, items);
	} catch (error) {
		// Nothing here throws any other error, so it may come from after the request.
		const failure = acts && !(error instanceof ServiceError) ? unexpected(error) : error;
		return failed(failure);
	}
}

function succeeded({ answerIn, hint, message }: Job, items: IDataObject[]) {
	const hasError = items.some((item) => (answerIn?.(item) ?? item).error);
	const sms = message?.sms;
	return hasError
		? { status: 'possiblySent' as const, items, sms, hint: ERROR_IN_ANSWER }
		: { status: 'sent' as const, items, sms, hint };
}

function failed(error: unknown): Failed {
	if (!(error instanceof ServiceError)) return refused(error);

	return { status: outcomeOf(error), isRepeatable: error.isRepeatable, error };
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
	return { status: 'notSent', isRepeatable: true, error };
}

/** Returns the result of an item whose recipient gets no message. */
export function leftOut(recipient: string): Done {
	const json = { skipped: true, doNotSendTo: recipient };
	return { status: 'skipped', skippedBy: 'doNotSendTo', isRepeatable: true, items: [json] };
}

/**
 * Returns the result of an item whose key was used. Retry On Fail asks for it again, since the record of keys knows it.
 * @param keyName name of the option that holds the key
 */
export function skipped(keyName: string, key: string, outcome: UsedOutcome): Done {
	const json = { skipped: true, [keyName]: key };
	// The next try finds the key in the record again, and sends nothing.
	return outcome === 'sent'
		? { status: 'skipped', skippedBy: 'key', isRepeatable: true, items: [json] }
		: {
				status: 'possiblySent',
				skippedBy: 'key',
				isRepeatable: true,
				items: [{ ...json, mayHaveBeenSent: true }],
			};
}

/** Returns the result of an item of a Dry Run. */
export function ofDryRun(json: IDataObject): Done {
	return { status: 'skipped', skippedBy: 'dryRun', isRepeatable: true, items: [json] };
}
