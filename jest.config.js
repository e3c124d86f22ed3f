const { createDefaultPreset } = require('ts-jest');

/** Types are checked once for the whole project by `gulp build`; ts-jest only transpiles. */
const preset = createDefaultPreset({ diagnostics: false });

const suite = (name, options = {}) => ({
	...preset,
	displayName: name,
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	modulePathIgnorePatterns: ['<rootDir>/playground/(node_modules|data|\\.cache)'],
	...options,
});

module.exports = {
	projects: [
		suite('unit'),
		suite('simulator'),
		suite('workflow'),
		suite('faults'),
		suite('package'),
		suite('e2e', {
			globalSetup: '<rootDir>/test/e2e/support/globalSetup.ts',
			globalTeardown: '<rootDir>/test/e2e/support/globalTeardown.ts',
			setupFilesAfterEnv: ['<rootDir>/test/support/patience.ts'],
		}),
		suite('scale', { setupFilesAfterEnv: ['<rootDir>/test/support/patience.ts'] }),
	],
};
