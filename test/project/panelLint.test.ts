/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs on Node.js itself, never inside n8n */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { inspect } from 'node:util';

import type { INodeType } from 'n8n-workflow';

import { cleanEnvironment } from '../../playground/src/paths';
import { loadBuilt } from '../support/built';
import { temporaryFolder } from '../support/folders';

const HOME = 'nodes/MessagingService';
const NODES = ['MessagingService', 'MessagingServiceTrigger'];
const CREDENTIAL = 'credentials/MessagingServiceApi.credentials.ts';

/** What n8n's rules find that stays as it is, and why. */
const EXCEPTIONS: Array<[rule: string, line: RegExp]> = [
	// The rule takes the hyphen for a space: "Send one time password".
	['n8n-nodes-base/node-param-operation-option-action-miscased', /'\w+ one-time password'/],
	// They ask for "Name or ID" and for set words where n8n loads a list: it holds countries here, and never changes.
	['n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options', /'Default Country'/],
	['n8n-nodes-base/node-param-description-wrong-for-dynamic-options', /numbers/],
	['n8n-nodes-base/node-param-display-name-wrong-for-dynamic-multi-options', /'Allowed Countries'/],
	['n8n-nodes-base/node-param-description-wrong-for-dynamic-multi-options', /countries/],
	// Webhooks of a waiting execution are n8n's own: there is nothing to register at the service.
	['@n8n/community-nodes/webhook-lifecycle-complete', /class MessagingService /],
	// The rules ask for a text where n8n's newer rule asks for NodeConnectionTypes.
	['n8n-nodes-base/node-class-description-inputs-wrong-regular-node', /NodeConnectionTypes/],
	['n8n-nodes-base/node-class-description-outputs-wrong', /NodeConnectionTypes/],
	// It is for n8n's own nodes, whose documentation is named; others give an address.
	['n8n-nodes-base/cred-class-field-documentation-url-miscased', /https:/],
];

/** Returns a value with the names of parameters in front, as people write them. */
function inOrder(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inOrder);
	if (typeof value !== 'object' || value === null) return value;

	const first = 'displayName' in value ? { displayName: '', name: '' } : {};
	const entries = Object.entries({ ...first, ...value });
	return Object.fromEntries(entries.map(([name, member]) => [name, inOrder(member)]));
}

/** Returns the source of a node whose description stands in it as n8n gets it, since the rules follow no import. */
function literalNode(name: string): string {
	const file = `${HOME}/${name}.node`;
	const { description } = loadBuilt<INodeType>(`${file}.js`, name);
	const literal = inspect(inOrder(description), {
		depth: null,
		compact: false,
		maxArrayLength: null,
		maxStringLength: null,
	}).replace(/(inputs|outputs): \[\s*'main'\s*\]/g, '$1: [NodeConnectionTypes.Main]');

	const before = 'description: INodeTypeDescription = ';
	const [head, rest] = readFileSync(`${file}.ts`, 'utf8').split(before);
	return `${head}${before}${literal};${rest.slice(rest.indexOf('\n\t};') + 4)}`;
}

/** A panel with two mistakes, beside the two nodes. */
const BROKEN = 'Broken.node.ts';

const folder = temporaryFolder('panel');
let found: Finding[];

beforeAll(() => {
	const icons = ['messagingService.svg', 'messagingService.dark.svg'];
	for (const part of ['package.json', CREDENTIAL, ...icons.map((icon) => `${HOME}/${icon}`)]) {
		cpSync(part, path.join(folder, part));
	}

	mkdirSync(path.join(folder, HOME), { recursive: true });
	for (const name of NODES) {
		cpSync(`${HOME}/${name}.node.json`, path.join(folder, HOME, `${name}.node.json`));
		writeFileSync(path.join(folder, HOME, `${name}.node.ts`), literalNode(name));
	}

	const broken = literalNode('MessagingService')
		.replace("default: 'sms'", "default: 'letter'")
		.replace("displayName: 'Concurrency'", "displayName: 'Zeal'");
	writeFileSync(path.join(folder, HOME, BROKEN), broken);
	found = findings();
});

const LINTER = path.resolve('node_modules/eslint/bin/eslint.js');
const RULES = path.resolve('test/support/panelRules.mjs');

/** What the linter says of a file. */
interface FileResult {
	filePath: string;
	source?: string;
	messages: Array<{ ruleId: string; message: string; line: number }>;
}

/** What a rule finds in a line. */
interface Finding {
	file: string;
	rule: string;
	message: string;
	line: string;
}

/** Returns what n8n's rules find in the folder. */
function findings(): Finding[] {
	const linter = [LINTER, '--config', RULES, '--format', 'json', '**/*.ts', 'package.json'];
	// It ends with an error where it finds something. Under NODE_ENV=test some rules look away.
	const options = { cwd: folder, env: cleanEnvironment(), encoding: 'utf8' } as const;
	const { stdout } = spawnSync(process.execPath, linter, options);

	return (JSON.parse(stdout) as FileResult[]).flatMap(({ filePath, source = '', messages }) =>
		messages.map(({ ruleId: rule, message, line }) => ({
			file: path.basename(filePath),
			rule,
			message,
			line: source.split('\n')[line - 1].trim(),
		})),
	);
}

it("n8n's rules for nodes find nothing in the panel as n8n shows it", () => {
	const ofNodes = found.filter(({ file, message }) => !`${file} ${message}`.includes(BROKEN));
	const isException = ({ rule, line }: Finding) =>
		EXCEPTIONS.some(([excepted, where]) => excepted === rule && where.test(line));

	expect(ofNodes.filter((finding) => !isException(finding))).toEqual([]);
	for (const [rule] of EXCEPTIONS) {
		expect(ofNodes.map((finding) => finding.rule)).toContain(rule);
	}
});

it('they would find a list that is not sorted, and a default that is none of its options', () => {
	const rules = found.filter(({ file }) => file === BROKEN).map(({ rule }) => rule);
	expect(rules).toContain('n8n-nodes-base/node-param-default-wrong-for-options');
	expect(rules).toContain('n8n-nodes-base/node-param-collection-type-unsorted-items');
});
