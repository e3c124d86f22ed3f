// Runs a command in a process group of its own. Ends the whole group on a signal, and when the process that started
// this one is gone: then the standard input ends.
const { spawn } = require('node:child_process');

const [command, ...args] = process.argv.slice(2);
const detached = process.platform !== 'win32';
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached });

function signal(name) {
	try {
		process.kill(detached ? -child.pid : child.pid, name);
	} catch {
		// The process has ended already.
	}
}

function stop() {
	signal('SIGTERM');
	setTimeout(() => signal('SIGKILL'), 10_000).unref();
}

process.stdin.on('end', stop).on('error', stop).resume();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop);

child.on('exit', (code) => {
	// Processes that the command started must not outlive it.
	signal('SIGKILL');
	process.exit(code ?? 1);
});
