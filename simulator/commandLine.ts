/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { parseArgs, type ParseArgsConfig } from 'node:util';

import type { SimulatorOptions } from './index';
import { ERROR_SHAPES } from './protocol/errors';

const DEFAULT_PORT = 4010;

/** An option of the command line; `--otp-lifetime` is SIMULATOR_OTP_LIFETIME in the environment. */
interface Option {
	setting: keyof SimulatorOptions;
	help: string;
	/** Returns undefined for text that the option does not take. */
	read: (text: string) => string | number | undefined;
	/** The values that the option takes, for the error. */
	takes: string;
}

const whole = (least: number, most = Number.MAX_SAFE_INTEGER): Pick<Option, 'read' | 'takes'> => ({
	read: (text) => {
		if (!/^\d+$/.test(text)) return undefined;
		const value = Number(text);
		return value >= least && value <= most ? value : undefined;
	},
	takes: `a whole number, ${least} or more`,
});

const oneOf = (...values: string[]): Pick<Option, 'read' | 'takes'> => ({
	read: (text) => values.find((value) => value === text),
	takes: `one of ${values.join(', ')}`,
});

const OPTIONS: Record<string, Option> = {
	port: {
		setting: 'port',
		help: `port on 127.0.0.1 (${DEFAULT_PORT}; 0 takes any free one)`,
		...whole(0, 65_535),
		takes: 'a port, 0 to 65535',
	},
	prefix: {
		setting: 'prefix',
		help: 'path before every endpoint, such as /v1',
		read: (text) => text,
		takes: 'a path',
	},
	latency: { setting: 'latencyMs', help: 'milliseconds before each answer (0)', ...whole(0) },
	'request-log': {
		setting: 'requestLogLimit',
		help: 'requests that the log keeps (10000; 0 keeps the counters only)',
		...whole(0),
	},
	history: {
		setting: 'historyLimit',
		help: 'messages, one-time passwords and intents that are kept (10000)',
		...whole(1),
	},
	'error-shape': {
		setting: 'errorShape',
		help: `body of errors (nested): ${Object.keys(ERROR_SHAPES).join(', ')}`,
		...oneOf(...Object.keys(ERROR_SHAPES)),
	},
	'created-at': {
		setting: 'createdAtUnit',
		help: 'unit of created_at (seconds): seconds, milliseconds',
		...oneOf('seconds', 'milliseconds'),
	},
	'otp-lifetime': {
		setting: 'otpLifetimeSeconds',
		help: 'seconds until a one-time password expires (600)',
		...whole(1),
	},
	'otp-attempts': {
		setting: 'otpMaxAttempts',
		help: 'wrong tries allowed per one-time password (5)',
		...whole(1),
	},
};

const variableOf = (flag: string) => `SIMULATOR_${flag.replace(/-/g, '_').toUpperCase()}`;

export const HELP = `The messaging service on this machine.

  npm run simulator -- [options]

${Object.entries(OPTIONS)
	.map(([flag, { help }]) => `  --${flag.padEnd(14)} ${help}`)
	.join('\n')}
  --${'help'.padEnd(14)} this text

Each can also be set in the environment, for example ${variableOf('otp-lifetime')}.
simulator/README.md lists what else tests can choose.
`;

/**
 * Reads the options; the command line wins over the environment.
 * @throws Error that names the option and what it takes.
 */
export function readOptions(
	args: string[],
	environment: Record<string, string | undefined>,
): SimulatorOptions | 'help' {
	const options: ParseArgsConfig['options'] = { help: { type: 'boolean' } };
	for (const flag of Object.keys(OPTIONS)) options[flag] = { type: 'string' };
	const { values } = parseArgs({ args, options });
	if (values.help) return 'help';

	const chosen: Array<[keyof SimulatorOptions, string | number]> = [];
	for (const [flag, { setting, read, takes }] of Object.entries(OPTIONS)) {
		const typed = values[flag] ?? environment[variableOf(flag)];
		if (typeof typed !== 'string') continue;

		const value = read(typed);
		if (value === undefined) throw new Error(`--${flag} takes ${takes}, not "${typed}".`);
		chosen.push([setting, value]);
	}
	return { port: DEFAULT_PORT, ...Object.fromEntries(chosen) };
}
