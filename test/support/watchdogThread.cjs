// A thread beside the tests. It ends the process if a test takes more processor time than `workerData.most` says, in s.
const { writeSync } = require('node:fs');
const process = require('node:process');
const { isMainThread, workerData } = require('node:worker_threads');

/** Bytes of the longest name that both threads share; a longer one is cut off. */
const LONGEST = 1_000;

const seconds = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1e6;
};

/** Ends the process at once, and says why. */
function end(reason, name) {
	writeSync(2, `\n● ${name}\n\n  This ${reason}.\n\n`);
	process.kill(process.pid, 'SIGKILL');
}

/** What is watched, in memory that both threads share: a message for each test would take longer than many a test. */
class Watched {
	constructor(memory = new SharedArrayBuffer(8 + LONGEST)) {
		this.memory = memory;
		/** How many names there were so far, and the bytes of the one that stands there now. */
		this.numbers = new Int32Array(memory, 0, 2);
		this.bytes = new Uint8Array(memory, 8);
	}

	/** Writes a name; an empty one says that nothing is watched. */
	set name(name) {
		const { written } = new TextEncoder().encodeInto(name, this.bytes);
		this.numbers[1] = written;
		this.numbers[0] += 1;
	}

	get name() {
		return Buffer.from(this.memory, 8, this.numbers[1]).toString();
	}

	get count() {
		return this.numbers[0];
	}
}

if (!isMainThread && workerData?.watched) {
	const watched = new Watched(workerData.watched);
	let last = 0;
	let since = 0;

	setInterval(() => {
		if (watched.count !== last) {
			last = watched.count;
			since = seconds();
		}

		const { name } = watched;
		const taken = seconds() - since;
		if (name && taken > workerData.most) {
			end(`has taken ${Math.round(taken)} s of processor time, and goes on`, name);
		}
	}, 1_000);
}

module.exports = { end, Watched };
