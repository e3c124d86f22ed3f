import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { shown } from '../errors/quote';

/** How the requests of one execution are made. */
export interface ExecutionSettings {
	/** Most requests in flight at once, 1 to 100. */
	concurrency: number;
	/** Most starts in a second, 0 for no limit. */
	requestsPerSecond: number;
	/** For one request, in ms. */
	timeout: number;
	/** Most retries of one request, 0 to 10. */
	maxRetries: number;
}

interface Range {
	displayName: string;
	fallback: number;
	least: number;
	most: number;
	whole: boolean;
}

const RANGES: Record<keyof ExecutionSettings, Range> = {
	concurrency: { displayName: 'Concurrency', fallback: 10, least: 1, most: 100, whole: true },
	requestsPerSecond: {
		displayName: 'Requests per Second',
		fallback: 0,
		least: 0,
		most: 1_000_000,
		whole: false,
	},
	timeout: {
		displayName: 'Timeout (Ms)',
		fallback: 30_000,
		least: 1,
		most: 2_147_483_647,
		whole: true,
	},
	maxRetries: { displayName: 'Max Retries', fallback: 3, least: 0, most: 10, whole: true },
};

/**
 * Reads the options that hold for the whole execution, from its first item.
 * @throws InputError when one is out of range
 */
export function readSettings(
	context: Pick<IExecuteFunctions, 'getNodeParameter'>,
): ExecutionSettings {
	const options = context.getNodeParameter('options', 0, {}) as Record<string, unknown>;
	const read = (name: keyof ExecutionSettings) => inRange(options[name], RANGES[name]);
	return {
		concurrency: read('concurrency'),
		requestsPerSecond: read('requestsPerSecond'),
		timeout: read('timeout'),
		maxRetries: read('maxRetries'),
	};
}

function inRange(value: unknown, { displayName, fallback, least, most, whole }: Range): number {
	if (value === undefined || value === null || value === '') return fallback;
	// An object may well not be made a number at all.
	const number = typeof value === 'object' ? NaN : Number(value);
	const fits = number >= least && number <= most && (!whole || Number.isInteger(number));
	if (!fits) {
		throw new InputError(
			`${displayName} cannot be "${shown(value)}"`,
			`Use a ${whole ? 'whole ' : ''}number from ${least} to ${most}, or remove the option for ${fallback}.`,
		);
	}
	return number;
}

/** Where there are no options to choose. */
export const DEFAULT_SETTINGS: ExecutionSettings = {
	concurrency: RANGES.concurrency.fallback,
	requestsPerSecond: RANGES.requestsPerSecond.fallback,
	timeout: RANGES.timeout.fallback,
	maxRetries: RANGES.maxRetries.fallback,
};

/** For what a person waits for in the editor: one quick retry, no pace. */
export const INTERACTIVE_SETTINGS: ExecutionSettings = {
	concurrency: 1,
	requestsPerSecond: 0,
	timeout: 10_000,
	maxRetries: 1,
};
