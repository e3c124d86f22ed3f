import { sleep } from 'n8n-workflow';

/** Longest time for which n8n waits, in ms: meanwhile it answers nobody. */
const LONGEST_WORK = 50;

/** Returns what a long piece of work awaits at each step: it hands n8n the turn where the work has taken long enough. */
export function pauses(): () => Promise<void> {
	let start = performance.now();
	return async () => {
		if (performance.now() - start < LONGEST_WORK) return;

		await sleep(0);
		start = performance.now();
	};
}
