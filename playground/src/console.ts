/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

/** Time between two lines about a long step, in ms. */
const REPORT_INTERVAL = 10_000;

/** The last line once everything runs; the end-to-end tests wait for it. */
export const READY = 'Press Ctrl-C to stop. Your workflows are kept.';

/** Tells a person which step is running, and since when. */
export class Progress {
	private timer?: NodeJS.Timeout;

	/**
	 * Starts the next step.
	 * @param howFar says how far the step is; asked while it lasts
	 */
	step(text: string, howFar = () => 'still working'): void {
		this.done();
		const started = Date.now();
		print(`• ${text} …`);
		this.timer = setInterval(() => {
			print(`  ${howFar()}, ${Math.round((Date.now() - started) / 1000)} s`);
		}, REPORT_INTERVAL).unref();
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
