// A thread beside the tests. It ends the process if a test takes more processor time than `workerData` says, in s.
const { writeSync } = require('node:fs');
const process = require('node:process');
const { isMainThread, parentPort, workerData: most } = require('node:worker_threads');

const seconds = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1e6;
};

/** Ends the process at once, and says why. */
function end(reason, name) {
	writeSync(2, `\n● ${name}\n\n  This ${reason}.\n\n`);
	process.kill(process.pid, 'SIGKILL');
}

if (!isMainThread && parentPort) {
	let watched;
	let since = 0;

	parentPort.on('message', (name) => {
		watched = name;
		since = seconds();
	});
	setInterval(() => {
		const taken = seconds() - since;
		if (watched && taken > most) {
			end(`has taken ${Math.round(taken)} s of processor time, and goes on`, watched);
		}
	}, 1_000);
}

module.exports = { end };
