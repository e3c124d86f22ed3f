/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on Node.js itself, never inside n8n */
import path from 'node:path';
import process from 'node:process';

/** The playground: a private package that pins n8n and Node.js. */
export const PLAYGROUND = path.resolve(__dirname, '..');

/** The project. */
export const ROOT = path.resolve(PLAYGROUND, '..');

/** The Node.js that n8n runs on; the machine's own may be too old. */
const program = process.platform === 'win32' ? 'node.exe' : 'node';
export const NODE = path.join(PLAYGROUND, 'node_modules', 'node', 'bin', program);

/**
 * Names of the variables that programs need of the machine: its user, Windows, the way to the internet, compilers. Others,
 * such as those of another n8n or of its database, would change what n8n does.
 */
const NEEDED = new RegExp(
	`^(?:${[
		'PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LANGUAGE|LC_\\w+|CC|CXX|C(?:XX)?FLAGS|LDFLAGS|PYTHON',
		'PATHEXT|SYSTEM(?:ROOT|DRIVE)|WINDIR|COMSPEC|TE?MP|USERNAME|USERPROFILE|HOMEDRIVE|HOMEPATH',
		'(?:LOCAL)?APPDATA|PROGRAM(?:DATA|FILES).*|COMMONPROGRAMFILES.*|PROCESSOR_\\w+',
		'(?:HTTPS?|ALL|NO)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)',
		'npm_config_(?:registry|cache|userconfig|globalconfig|proxy|https_proxy|cafile|strict_ssl)',
	].join('|')})$`,
	'i',
);

/** Returns the variables by which no proxy is asked for this machine. */
export function withoutProxy(): NodeJS.ProcessEnv {
	const others = process.env.NO_PROXY ?? process.env.no_proxy;
	const direct = [others, '127.0.0.1,localhost,::1'].filter(Boolean).join();
	return { NO_PROXY: direct, no_proxy: direct };
}

/**
 * Returns the environment for all programs that are started here: what they need of the machine, and no more. The pinned
 * Node.js is found first.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
	const needed = Object.entries(process.env).filter(([name]) => NEEDED.test(name));
	return {
		...Object.fromEntries(needed),
		...withoutProxy(),
		PATH: [path.dirname(NODE), process.env.PATH].filter(Boolean).join(path.delimiter),
	};
}
