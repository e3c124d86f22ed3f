import { stopAll } from './running';

/** Stops what the global set-up has started. */
export default async function globalTeardown(): Promise<void> {
	await stopAll();
}
