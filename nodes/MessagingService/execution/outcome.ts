import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import type { Fate } from '../errors/serviceError';
import { ServiceError } from '../errors/serviceError';
import type { Job, Once } from '../resources/operation';
import type { ServiceClient } from '../service/client';
import type { SmsParts } from '../service/smsParts';

/** What users are told of an item: by its message, where it sends one. */
export type Became = 'sent' | 'skipped' | 'failed' | 'possiblySent';

/** What became of one input item. */
export type Outcome = {
	/** Of all that was asked for: what was done, or may have been, is not done again by Retry On Fail. */
	fate: Fate;
	became: Became;
	/** Whether nothing keeps another run of the workflow from doing it again. */
	isKeyless?: boolean;
} & (Done | { error: unknown; note?: string });

interface Done {
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

/** Carries out a job. Returns what became of it, and of its message; throws nothing. */
export async function carryOut(
	{ run, answerIn, hint, sms }: Job,
	service: ServiceClient,
	once: Once,
): Promise<{ outcome: Outcome; messageFate: Fate }> {
	try {
		const result = await run(service, once);
		const items = Array.isArray(result) ? result : [result];
		const isUnclear = items.some((item) => (answerIn?.(item) ?? item).error);
		if (!isUnclear) {
			return {
				outcome: { fate: 'sent', became: 'sent', items, hint, sms },
				messageFate: 'sent',
			};
		}
		const outcome: Outcome = {
			fate: 'unknown',
			became: 'possiblySent',
			items,
			hint: ERROR_IN_ANSWER,
			sms,
		};
		return { outcome, messageFate: 'unknown' };
	} catch (error) {
		return { outcome: failed(error), messageFate: fatesOf(error).messageFate };
	}
}

/** What became of an item that failed. */
export function failed(error: unknown): Outcome {
	const { fate, messageFate } = fatesOf(error);
	return { fate, became: messageFate === 'unknown' ? 'possiblySent' : 'failed', error };
}

/** What became of an item whose Send Once Key was used: by a message that was sent, or may have been. */
export function skipped(sendOnceKey: string | undefined, fate: Exclude<Fate, 'notSent'>): Outcome {
	const json = { skipped: true, sendOnceKey };
	// The record of keys knows it, so it need not be kept from one try to the next.
	return fate === 'sent'
		? { fate: 'notSent', became: 'skipped', items: [json] }
		: { fate: 'notSent', became: 'possiblySent', items: [{ ...json, mayHaveBeenSent: true }] };
}

/** Tells whether an item was not done because the execution ended before its turn. */
export function isNotTried(outcome: Outcome): boolean {
	if (!('error' in outcome)) return false;
	const { error, fate } = outcome;
	return error instanceof ServiceError && error.about === 'stop' && fate === 'notSent';
}

function fatesOf(error: unknown): { fate: Fate; messageFate: Fate } {
	if (error instanceof ServiceError) return error;
	// Nobody knows how far something came that nobody expected.
	const fate = error instanceof InputError ? error.fate : 'unknown';
	return { fate, messageFate: fate };
}
