// Runs a command in a process group of its own. Ends the whole group on a signal, and when the process that started
// this one is gone: then the standard input ends.
const { spawn } = require('node:child_process');

const GRACE_MS = 10_000;
const [command, ...args] = process.argv.slice(2);
const hasGroups = process.platform !== 'win32';
const child = spawn(command, args, {
	stdio: ['ignore', 'inherit', 'inherit'],
	detached: hasGroups,
});

function signal(name) {
	try {
		process.kill(hasGroups ? -child.pid : child.pid, name);
	} catch {
		// The process has ended already.
	}
}

function stop() {
	signal('SIGTERM');
	setTimeout(() => signal('SIGKILL'), GRACE_MS).unref();
}

process.stdin.on('end', stop).on('error', stop).resume();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop);
// Tests ask for a crash by this signal, to see what survives one.
if (hasGroups) process.on('SIGUSR2', () => signal('SIGKILL'));

child.on('error', (error) => {
	process.stderr.write(`${error.message}\n`);
	process.exit(1);
});
child.on('exit', (code) => {
	// Processes that the command started must not outlive it.
	signal('SIGKILL');
	process.exit(code ?? 1);
});
