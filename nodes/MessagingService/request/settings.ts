import type { IExecuteFunctions } from 'n8n-workflow';

import type { Pace } from './pace';

/** How requests are made, where the user has chosen nothing else. */
export const DEFAULT_SETTINGS = {
	/** Most requests at the same time. */
	concurrency: 10,
	/** Most starts in a second, 0 for no limit. */
	requestsPerSecond: 0,
	/** Longest time of one request, from its start to the end of its response, in ms. */
	timeout: 30_000,
	/** Most repetitions of one request. */
	maxRetries: 3,
};

/** How requests are made, as the user set it. */
export type RequestSettings = typeof DEFAULT_SETTINGS;

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
