const { createDefaultPreset } = require('ts-jest');

/** One test checks the types of the whole project; ts-jest only transpiles. */
const preset = createDefaultPreset({ diagnostics: false });

/** Libraries that take long to load. */
const LIBRARIES = [
	'n8n-core',
	'n8n-workflow',
	'reflect-metadata',
	'fastify',
	'@fastify/ajv-compiler',
	'@fastify/type-provider-typebox',
	'fast-check',
	'libphonenumber-js',
	'google-libphonenumber',
	'typescript',
	'yaml',
];

const suite = (name, options = {}) => ({
	...preset,
	displayName: name,
	testEnvironment: 'node',
	// Where jest looks for tests; it need not know the files of n8n for that.
	roots: [`<rootDir>/test/${name}`],
	...options,
});

module.exports = {
	// Of two cores, jest would leave one to whoever looks on.
	maxWorkers: '100%',
	// No test is judged by its time; this ends one that hangs. In ms.
	testTimeout: 300_000,
	// On a busy machine a worker takes longer than jest's half a second to end. In ms.
	workerGracefulExitTimeout: 30_000,
	projects: [
		// Its processes load the libraries once, and not for each file.
		suite('nodes', {
			roots: ['<rootDir>/test/nodes', '<rootDir>/test/unit', '<rootDir>/test/workflow'],
			testEnvironment: '<rootDir>/test/support/warmEnvironment.ts',
			transform: {
				...preset.transform,
				[`/node_modules/(${LIBRARIES.join('|')})/.+\\.[cm]?js$`]:
					'<rootDir>/test/support/library.cjs',
			},
			transformIgnorePatterns: [],
		}),
		suite('faults'),
	],
};
