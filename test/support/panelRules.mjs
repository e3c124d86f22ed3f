// All rules of n8n's plugins, for the linter. n8n's command-line tool brings the plugins and the parser.
import { createRequire } from 'node:module';

const require = createRequire(createRequire(import.meta.url).resolve('@n8n/node-cli/eslint'));
const base = require('eslint-plugin-n8n-nodes-base');
const { parser } = require('typescript-eslint');
const { n8nCommunityNodesPlugin } = await import(
	require.resolve('@n8n/eslint-plugin-community-nodes')
);

const files = ['**/*.ts', 'package.json'];

export default [
	{
		files,
		languageOptions: { parser, parserOptions: { extraFileExtensions: ['.json'] } },
		plugins: { 'n8n-nodes-base': base },
	},
	{ files, ...n8nCommunityNodesPlugin.configs.recommended },
	{ files: ['package.json'], rules: base.configs.community.rules },
	{ files: ['credentials/*.ts'], rules: base.configs.credentials.rules },
	{ files: ['nodes/**/*.ts'], rules: base.configs.nodes.rules },
];
