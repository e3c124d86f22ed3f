/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on Node.js itself, never inside n8n */
import path from 'node:path';
import process from 'node:process';

/** The playground: a private package that pins n8n and Node.js. */
export const PLAYGROUND = path.resolve(__dirname, '..');

/** The project. */
export const ROOT = path.resolve(PLAYGROUND, '..');

const BIN = path.join(PLAYGROUND, 'node_modules', '.bin');

/** The command that starts n8n. */
export const N8N = path.join(PLAYGROUND, 'node_modules', 'n8n', 'bin', 'n8n');

/** The Node.js that n8n runs on; the machine's own may be too old. */
export const NODE = path.join(
	PLAYGROUND,
	'node_modules',
	'node',
	'bin',
	process.platform === 'win32' ? 'node.exe' : 'node',
);

/**
 * Returns the environment for n8n: the pinned Node.js is found first, and the variables are left out that npm sets for
 * its scripts and jest for its tests, since n8n does not start with those.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
	const ownVariables = Object.entries(process.env).filter(
		([name]) => !/^(?:npm_|node_env$|jest_)/i.test(name),
	);
	return {
		...Object.fromEntries(ownVariables),
		PATH: `${BIN}${path.delimiter}${process.env.PATH ?? ''}`,
	};
}
