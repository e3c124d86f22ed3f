import type { IExecuteFunctions } from 'n8n-workflow';

import type { Pace } from './pace';

/** How requests are made, as the user set it. */
export interface RequestSettings {
	/** Most requests at the same time. */
	concurrency: number;
	/** Most starts in a second, 0 for no limit. */
	requestsPerSecond: number;
	/** Longest time of one request, from its start to the end of its response, in ms. */
	timeout: number;
	/** Most repetitions of one request. */
	maxRetries: number;
}

/** The settings where there are no options to choose, or none is chosen. */
export const DEFAULT_SETTINGS: RequestSettings = {
	concurrency: 10,
	requestsPerSecond: 0,
	timeout: 30_000,
	maxRetries: 3,
};

/** What all requests of a run share. */
export interface Shared {
	/** n8n's helpers, as every kind of node has them. */
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest'>;
	pace: Pace;
	/** Ends all waits, so that nothing further starts. */
	signal?: AbortSignal;
	/** Ends requests that are under way when the user stops the execution. */
	cancelSignal?: AbortSignal;
}
