const { createDefaultPreset } = require('ts-jest');

/** The suite `types` checks the whole project once, beside the others; ts-jest only transpiles. */
const preset = createDefaultPreset({ diagnostics: false });

const suite = (name, options = {}) => ({
	...preset,
	displayName: name,
	testEnvironment: 'node',
	// Where jest looks for tests; it need not know the files of n8n for that.
	roots: [`<rootDir>/test/${name}`],
	...options,
});

/** Files that try a part of their cases in `npm test`, and all of them in the suite `models`. */
const MODELS = [
	'unit/longTexts',
	'unit/nodeError',
	'unit/secrets',
	'unit/secretsInQuotes',
	'unit/sendOnce',
	'unit/sendOnceWindow',
	'workflow/parameters',
	'workflow/sendOnce',
];

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

/** A suite whose processes load the libraries once, and not for each file. */
const warm = (name, options) => ({
	...suite(name, options),
	testEnvironment: '<rootDir>/test/support/warmEnvironment.ts',
	transform: {
		...preset.transform,
		[`/node_modules/(${LIBRARIES.join('|')})/.+\\.[cm]?js$`]: '<rootDir>/test/support/library.cjs',
	},
	transformIgnorePatterns: [],
});

/** The same tests with the oldest n8n that the package supports. */
const oldest = (name, options) => ({
	...suite(name, options),
	displayName: `oldest ${name}`,
	globalSetup: '<rootDir>/test/oldest/install.ts',
	moduleNameMapper: { '^(n8n-core|n8n-workflow)$': '<rootDir>/test/oldest/node_modules/$1' },
});

module.exports = {
	// Of two cores, jest would leave one to whoever looks on.
	maxWorkers: '100%',
	// No test is judged by its time; this ends one that hangs. In ms.
	testTimeout: 300_000,
	// On a busy machine a worker takes longer than jest's half a second to end. In ms.
	workerGracefulExitTimeout: 30_000,
	projects: [
		suite('types'),
		warm('unit'),
		warm('simulator'),
		warm('workflow'),
		suite('faults'),
		warm('models', {
			roots: ['<rootDir>/test/unit', '<rootDir>/test/workflow'],
			testRegex: `/(${MODELS.join('|')})\\.test\\.ts$`,
			globals: { EVERY_CASE: true },
		}),
		suite('network'),
		suite('package'),
		suite('pages'),
		suite('e2e', {
			globalSetup: '<rootDir>/test/e2e/support/globalSetup.ts',
			globalTeardown: '<rootDir>/test/e2e/support/globalTeardown.ts',
		}),
		// How numbers are read, texts counted and things called is the package's own doing, with any n8n. What is stored
		// was written under the newest one.
		oldest('workflow', {
			testPathIgnorePatterns: ['/(packedPlans|recipients|smsParts|stored|wording)\\.test\\.ts$'],
		}),
		// So is what many items, many keys and strange input come to.
		oldest('faults', {
			testPathIgnorePatterns: ['/(batches|input|manyKeys|poolSize)\\.test\\.ts$'],
			globals: { ONE_OF_A_CLASS: true },
		}),
		// n8n 1 has no protection against requests to private addresses.
		oldest('network', { testPathIgnorePatterns: ['/protection\\.test\\.ts$'] }),
		suite('scale'),
		suite('engine'),
	],
};
