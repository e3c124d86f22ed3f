/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { parseArgs } from 'node:util';

import { ERROR_SHAPES, type ErrorShape } from './api/errors';
import type { SimulatorOptions } from './index';

const DEFAULT_PORT = 4010;

/** Reads one option's text. */
type Reader<T> = (text: string) => T;

const whole =
	(least: number, most = Number.MAX_SAFE_INTEGER): Reader<number> =>
	(text) => {
		const value = /^\d+$/.test(text) ? Number(text) : NaN;
		if (value >= least && value <= most) return value;
		throw new Error(
			`it must be a whole number from ${least}${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ''}`,
		);
	};

const oneOf =
	<T extends string>(...values: T[]): Reader<T> =>
	(text) => {
		const value = values.find((one) => one === text);
		if (value !== undefined) return value;
		throw new Error(`it must be one of ${values.join(', ')}`);
	};

const asIs: Reader<string> = (text) => text;

/** What can be chosen on the command line: `--port` is also the environment's SIMULATOR_PORT, and so on. */
const OPTIONS = {
	port: {
		setting: 'port',
		read: whole(0, 65_535),
		help: `port on 127.0.0.1 (${DEFAULT_PORT}; 0 takes any free one)`,
	},
	prefix: { setting: 'prefix', read: asIs, help: 'path before every endpoint, such as /v1' },
	latency: { setting: 'latencyMs', read: whole(0), help: 'milliseconds before each answer (0)' },
	'request-log': {
		setting: 'requestLogLimit',
		read: whole(0),
		help: 'requests that the log keeps (10000; 0 keeps counters only)',
	},
	history: {
		setting: 'historyLimit',
		read: whole(1),
		help: 'messages, one-time passwords and intents that are kept (10000)',
	},
	'error-shape': {
		setting: 'errorShape',
		read: oneOf(...(Object.keys(ERROR_SHAPES) as ErrorShape[])),
		help: `body of errors: ${Object.keys(ERROR_SHAPES).join(', ')}`,
	},
	'created-at': {
		setting: 'createdAtUnit',
		read: oneOf('seconds', 'milliseconds'),
		help: 'unit of created_at: seconds, milliseconds',
	},
	'otp-lifetime': {
		setting: 'otpLifetimeSeconds',
		read: whole(1),
		help: 'seconds for which a one-time password is good (600)',
	},
	'otp-attempts': {
		setting: 'otpMaxAttempts',
		read: whole(1),
		help: 'wrong codes that a one-time password bears (5)',
	},
} as const satisfies Record<
	string,
	{ setting: keyof SimulatorOptions; read: Reader<string | number>; help: string }
>;

export const HELP = `The messaging service on this machine.

  npm run simulator -- [options]

${Object.entries(OPTIONS)
	.map(([flag, { help }]) => `  --${flag.padEnd(14)} ${help}`)
	.join('\n')}
  --${'help'.padEnd(14)} this text

Each option can also be set in the environment: SIMULATOR_PORT, SIMULATOR_OTP_LIFETIME.
simulator/README.md tells the rest.
`;

/**
 * Reads the options; the command line wins over the environment.
 * @throws Error that names the option and what it takes.
 */
export function readOptions(
	args: string[],
	environment: Record<string, string | undefined>,
): SimulatorOptions | 'help' {
	const { values } = parseArgs({
		args,
		options: {
			help: { type: 'boolean' },
			...Object.fromEntries(
				Object.keys(OPTIONS).map((flag) => [flag, { type: 'string' as const }]),
			),
		},
	});
	if (values.help) return 'help';

	const options: SimulatorOptions = { port: DEFAULT_PORT };
	for (const [flag, { setting, read }] of Object.entries(OPTIONS)) {
		const variable = `SIMULATOR_${flag.replace(/-/g, '_').toUpperCase()}`;
		const text = (values as Record<string, unknown>)[flag] ?? environment[variable];
		if (typeof text !== 'string') continue;
		try {
			Object.assign(options, { [setting]: read(text) });
		} catch (error) {
			throw new Error(`--${flag} cannot be "${text}": ${(error as Error).message}.`);
		}
	}
	return options;
}
