/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What is no longer said, by what is said in its place. */
const NO_LONGER: Array<[RegExp, string]> = [
	[/\b(?:can|could|to) (?:still )?be had\b/i, 'available'],
	[/\bhow to get on\b|\bways? out\b/i, 'what to do next'],
	[/\bask the service\b/i, 'contact your provider'],
	[/\bis over already\b/i, 'is in the past'],
	[/\bblanks?\b/i, 'spaces, or empty'],
	[/\bin flight\b/i, 'at the same time'],
	[/\btaken as open\b|\bare open\b(?! )/i, 'possibly sent'],
	[/\bnobody's word\b/i, 'says nothing about'],
	[/\bcame there\b/i, 'were installed'],
	[/\bneeds? an enterprise plan\b/i, "requires the provider's Enterprise plan"],
	[/\btoo much\b(?= in the address)/i, 'wrong'],
	[/\bshould messages go\b/i, 'if you want to send there'],
	[/\bgoes? on (?:after|without|by)\b/i, 'continues, follows'],
	[/\bcannot be told\b|\bcan be told\b|\bcan't be told\b/i, 'is unknown'],
	[/\bof which nobody\b|\bwere it (?:passed|skipped)\b/i, 'say who does what'],
	[/\bis told by\b/i, 'uses'],
	[/\bin the midst\b/i, 'in the middle'],
	[/\bopen the credential\b/i, 'in the credential'],
	[/\btrouble on its side\b/i, 'an error on its side'],
	[/\bthrough which n8n reaches\b/i, 'that n8n uses'],
];

/** What a person reads here: what is written for machines or in other languages is left out. */
const READ = /\.(?:ts|json|md)$/;
const LEFT_OUT = /languages\/texts|node_modules|package-lock|plainWords|simulator\/data/;

const files = (place: string): string[] =>
	readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
		const file = path.posix.join(place, entry.name);
		if (LEFT_OUT.test(file)) return [];
		if (entry.isDirectory()) return files(file);
		return READ.test(file) ? [file] : [];
	});

const all = [
	...readdirSync('.').filter((file) => file.endsWith('.md')),
	...[
		'bench',
		'credentials',
		'deploy',
		'docs',
		'examples',
		'nodes',
		'playground/src',
		'simulator',
	].flatMap(files),
	'playground/README.md',
	'playground/start.ts',
];

describe('everything that a person reads', () => {
	it.each(NO_LONGER)('nothing says %s: it says "%s"', (phrase) => {
		const said = all.flatMap((file) =>
			readFileSync(file, 'utf8')
				.split('\n')
				.flatMap((line, index) =>
					phrase.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
				),
		);
		expect(said.map((line) => line.slice(0, 200))).toEqual([]);
	});
});

describe('a docstring', () => {
	const code = ['bench', 'credentials', 'nodes', 'playground/src', 'simulator'].flatMap(files);

	it.each(code.filter((file) => file.endsWith('.ts')))(
		'begins with a verb or a noun, and is no fragment, in %s',
		(file) => {
			const begun = /\/\*\*[\s*]*(?:What|Returns what|Of) [^\n]*/g;
			expect(readFileSync(file, 'utf8').match(begun) ?? []).toEqual([]);
		},
	);
});
