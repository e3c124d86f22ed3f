import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { type Fate, ServiceError } from '../errors/serviceError';
import type { Job, Once } from '../resources/operation';
import type { ServiceClient } from '../service/client';
import type { SmsParts } from '../service/smsParts';

/** What users are told of an item: by its message, where it sends one. One that is `notSent` has failed. */
export type Became = Fate | 'skipped';

/** What became of one input item. */
export type Outcome<Told extends Became = Became> = {
	/** Of all that was asked for: what was done, or may have been, is not done again by Retry On Fail. */
	fate: Fate;
	became: Told;
	/** Whether nothing keeps another run of the workflow from doing it again. */
	isKeyless?: boolean;
} & (Done | { error: unknown; note?: string });

/** What came of an item that did not fail. */
export interface Done {
	items: IDataObject[];
	/** What the output panel says of it. */
	hint?: NodeExecutionHint;
	/** How its text went out as SMS. */
	sms?: SmsParts;
}

/** What the output panel says of an answer that may mean anything. */
const ERROR_IN_ANSWER: NodeExecutionHint = {
	message:
		'The service answered with success, but its answer has a field "error". Read it before you run this again: the request may have been carried out. n8n may treat such an item as failed, for example by moving it to the error output.',
	type: 'warning',
	location: 'outputPane',
};

/** Carries out a job. Throws nothing. */
export async function carryOut(
	{ run, answerIn, hint, sms }: Job,
	service: ServiceClient,
	once: Once,
): Promise<Outcome<Fate>> {
	try {
		const result = await run(service, once);
		const items = Array.isArray(result) ? result : [result];
		return items.some((item) => (answerIn?.(item) ?? item).error)
			? { fate: 'unknown', became: 'unknown', items, hint: ERROR_IN_ANSWER, sms }
			: { fate: 'sent', became: 'sent', items, hint, sms };
	} catch (error) {
		return failed(error);
	}
}

/** Returns what became of an item that failed. */
export function failed(error: unknown): Outcome<Fate> {
	// Nobody knows how far something came that nobody expected.
	const isKnown = error instanceof ServiceError || error instanceof InputError;
	const fate = isKnown ? error.fate : 'unknown';
	const messageFate = error instanceof ServiceError ? error.messageFate : fate;
	return { fate, became: messageFate === 'unknown' ? 'unknown' : 'notSent', error };
}

/** Returns what became of an item whose Send Once Key was used: by a message that was sent, or may have been. */
export function skipped(sendOnceKey: string | undefined, fate: Exclude<Fate, 'notSent'>): Outcome {
	const json = { skipped: true, sendOnceKey };
	// The record of keys knows it, so it need not be kept from one try to the next.
	return fate === 'sent'
		? { fate: 'notSent', became: 'skipped', items: [json] }
		: { fate: 'notSent', became: 'unknown', items: [{ ...json, mayHaveBeenSent: true }] };
}
