/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

/** Pause between two lines of a long step, in ms. */
const STILL_AT_IT = 10_000;

/** The last line once everything runs; the end-to-end tests wait for it. */
export const READY = 'Press Ctrl-C to stop. Your workflows are kept.';

/** Tells a person what is being done, and for how long. */
export class Progress {
	private timer?: NodeJS.Timeout;

	/**
	 * Starts the next step.
	 * @param howFar asked while the step lasts
	 */
	step(text: string, howFar = () => 'still working'): void {
		this.done();
		const started = Date.now();
		print(`• ${text} …`);
		this.timer = setInterval(() => {
			print(`  ${howFar()}, ${Math.round((Date.now() - started) / 1000)} s`);
		}, STILL_AT_IT).unref();
	}

	/** Ends the last step. */
	done(): void {
		clearInterval(this.timer);
	}
}

/** Prints a line. */
export function print(line = ''): void {
	process.stdout.write(`${line}\n`);
}
