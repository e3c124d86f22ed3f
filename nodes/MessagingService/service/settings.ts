import type { PaceSettings } from '../transport/pace';
import type { Advice } from '../transport/request';

/** How the requests of one execution are made. */
export interface ExecutionSettings extends PaceSettings {
	/** For one request, in ms. */
	timeout: number;
	/** Most retries of one request, where a retry cannot send or charge twice. */
	maxRetries: number;
	/** What of these the user can set, in words. */
	advice?: Advice;
}

/** For what a person waits for in the editor: one quick retry, no pace. */
export const INTERACTIVE_SETTINGS: ExecutionSettings = {
	concurrency: 1,
	requestsPerSecond: 0,
	timeout: 10_000,
	maxRetries: 1,
};
