// Runs a command in a process group of its own, and ends the whole group when it is told to, or when
// whoever started it is gone: then its standard input ends.
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
		// It is gone already.
	}
}

function stop() {
	signal('SIGTERM');
	setTimeout(() => signal('SIGKILL'), GRACE_MS).unref();
}

process.stdin.on('end', stop).on('error', stop).resume();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop);
// A crash on request, for tests of what survives one.
if (hasGroups) process.on('SIGUSR2', () => signal('SIGKILL'));

child.on('error', (error) => {
	process.stderr.write(`${error.message}\n`);
	process.exit(1);
});
child.on('exit', (code) => {
	// What it started itself must not outlive it.
	signal('SIGKILL');
	process.exit(code ?? 1);
});
