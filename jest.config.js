const { createDefaultPreset } = require('ts-jest');

/** The build checks the types of the whole project; ts-jest only transpiles. */
const preset = createDefaultPreset({ diagnostics: false });

/** A folder of tests. */
const suite = (name, options = {}) => ({
	...preset,
	displayName: name,
	testEnvironment: 'node',
	// Where jest looks for tests; it need not know the files of n8n for that.
	roots: [`<rootDir>/test/${name}`],
	...options,
});

/** What an n8n that `N8N_VERSION` names is tested with: each thing that people do, once. */
const IN_OTHER_VERSIONS =
	'/(install|numbers|send|sendAndWait|sendOnceKey|trigger|undocumented)\\.test\\.ts$';

// Far from the time zone of any workflow here: what reads a time by the machine's own is seen.
process.env.TZ = 'America/St_Johns';

module.exports = {
	// Of two cores, jest would leave one to whoever looks on.
	maxWorkers: '100%',
	// Tests that run side by side wait for time limits.
	maxConcurrency: 16,
	// No test is judged by its time; this ends one that hangs. In ms.
	testTimeout: 300_000,
	// On a busy machine a worker takes longer than jest's half a second to end. In ms.
	workerGracefulExitTimeout: 30_000,
	projects: [
		// All that they wait for is in this process. In ms.
		suite('nodes', { testTimeout: 60_000 }),
		suite('simulator'),
		suite('project'),
		// With servers and proxies that fail; the pages in a browser.
		suite('faults'),
		suite('pages'),
		// In an n8n that runs for all files.
		suite('n8n', {
			globalSetup: '<rootDir>/test/n8n/support/globalSetup.ts',
			globalTeardown: '<rootDir>/test/n8n/support/globalTeardown.ts',
			...(process.env.N8N_VERSION && { testRegex: IN_OTHER_VERSIONS }),
		}),
		// With servers of their own.
		suite('alone'),
	],
};
