/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in the tests, never inside n8n */
import { readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';

import { type AST, RegExpParser } from '@eslint-community/regexpp';

// Work is counted, and no clock is asked: the blocks of the built package that run, what goes through the methods of texts
// and lists, and the steps of the package's patterns, as an engine that backtracks takes them.

// Blocks are counted in what is loaded afterwards: import this file before the built package.
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

const BUNDLE = 'dist/shared.js';
const SOURCE = readFileSync(BUNDLE, 'utf8');

const { exec } = RegExp.prototype;

let work = 0;

let isCounting = false;

/** How much of what is not counted is under way. */
let others = 0;

/** What went wrong with the counting itself. */
let failure: unknown;

function quietly(look: () => void): void {
	if (!isCounting || others > 0) return;
	isCounting = false;
	try {
		look();
	} catch (error) {
		failure ??= error;
	}
	isCounting = true;
}

/** Runs code of others, whose work is not counted. */
export async function uncounted<T>(run: () => Promise<T>): Promise<T> {
	others++;
	return await run().finally(() => others--);
}

/** Tries a part of a pattern at a place of the text, and behind it what comes next. */
type Part = (at: number, next: (at: number) => boolean) => boolean;

/** Returns what tries a pattern at a place of a text. Characters are what they are to the pattern. */
function stepsOf({ source, flags, unicode, multiline }: RegExp) {
	let text: string[] = [];
	const captured = new Map<AST.CapturingGroup, string[]>();

	const oneOf = (
		{ alternatives }: { alternatives: AST.Alternative[] },
		isBehind: boolean,
	): Part => {
		const sequences = alternatives.map(({ elements }) => {
			const parts = elements.map((element) => partOf(element, isBehind));
			// What stands behind a place is read towards its beginning.
			if (isBehind) parts.reverse();
			return parts.reduceRight<Part>(
				(rest, part) => (at, next) => part(at, (end) => rest(end, next)),
				(at, next) => next(at),
			);
		});
		return (at, next) => sequences.some((sequence) => sequence(at, next));
	};

	const character = (raw: string, isBehind: boolean): Part => {
		const alone = new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, ''));
		const known = new Map<string, boolean>();
		return (at, next) => {
			work++;
			const one = text[isBehind ? at - 1 : at] ?? '';
			if (!known.has(one)) known.set(one, one !== '' && exec.call(alone, one) !== null);
			return known.get(one) === true && next(isBehind ? at - 1 : at + 1);
		};
	};

	const repeated = ({ min, max, greedy, element }: AST.Quantifier, isBehind: boolean): Part => {
		const part = partOf(element, isBehind);
		const from =
			(count: number): Part =>
			(at, next) => {
				const more = () =>
					count < max &&
					part(at, (end) => (end !== at || count < min) && from(count + 1)(end, next));
				const enough = () => count >= min && next(at);
				return greedy ? more() || enough() : enough() || more();
			};
		if ('alternatives' in element) return from(0);

		// The same for a single character, of which a call within a call would be too many.
		const step = isBehind ? -1 : 1;
		return (at, next) => {
			let count = 0;
			const isMore = () => count < max && part(at + count * step, () => true);
			while ((greedy || count < min) && isMore()) count++;
			for (; count >= min; count--) {
				if (next(at + count * step)) return true;
				if (!greedy && !isMore()) return false;
				if (!greedy) count += 2;
			}
			return false;
		};
	};

	function partOf(node: AST.Element, isBehind: boolean): Part {
		switch (node.type) {
			case 'Quantifier':
				return repeated(node, isBehind);
			case 'Group':
				return oneOf(node, isBehind);
			case 'CapturingGroup': {
				const group = oneOf(node, isBehind);
				const keep = (at: number, end: number) => captured.set(node, text.slice(at, end));
				return (at, next) => group(at, (end) => !!keep(at, end) && next(end));
			}
			case 'Backreference':
				return (at, next) => {
					const given = captured.get(node.resolved as AST.CapturingGroup) ?? [];
					work += given.length;
					return given.every((one, index) => text[at + index] === one) && next(at + given.length);
				};
			case 'Assertion': {
				if ('alternatives' in node) {
					const look = oneOf(node, node.kind === 'lookbehind');
					return (at, next) => look(at, () => true) !== node.negate && next(at);
				}
				const isWord = (at: number) => exec.call(/\w/, text[at] ?? '') !== null;
				const isEdge = (at: number) => {
					if (node.kind === 'word') return (isWord(at) !== isWord(at - 1)) !== node.negate;
					const beyond = text[node.kind === 'start' ? at - 1 : at];
					return beyond === undefined || (multiline && beyond === '\n');
				};
				return (at, next) => isEdge(at) && next(at);
			}
			default:
				return character(node.raw, isBehind);
		}
	}

	const parser = new RegExpParser();
	const whole = oneOf(parser.parsePattern(source, 0, source.length, { unicode }), false);
	return (characters: string[], at: number) => {
		text = characters;
		return whole(at, () => true);
	};
}

/** What tries each pattern; undefined for those of n8n. */
const steppers = new Map<string, ReturnType<typeof stepsOf> | undefined>();

/** The steps of each pattern on each text, from each place: many fields are tried with the same text. */
const known = new Map<string, Map<string, number>>();

let last = { text: '', unicode: false, characters: [''] };

/** Counts the steps of looking for a pattern from a place on. */
function countSteps(pattern: RegExp, text: string, from: number, found: RegExpExecArray | null) {
	const name = String(pattern);
	if (!steppers.has(name)) {
		steppers.set(name, SOURCE.includes(pattern.source) ? stepsOf(pattern) : undefined);
	}
	const tries = steppers.get(name);
	if (!tries) return;

	const ofText = known.get(text) ?? new Map<string, number>();
	known.set(text, ofText);
	const steps = ofText.get(`${name} ${from}`);
	if (steps !== undefined) {
		work += steps;
		return;
	}

	const before = work;
	const split = (part: string) => (pattern.unicode ? Array.from(part) : part.split(''));
	if (last.text !== text || last.unicode !== pattern.unicode) {
		last = { text, unicode: pattern.unicode, characters: split(text) };
	}
	const { characters } = last;
	// The same place among the characters and in the text.
	let place = pattern.unicode ? split(text.slice(0, from)).length : from;
	let index = from;
	while (!tries(characters, place) && !pattern.sticky && place < characters.length) {
		index += characters[place++].length;
	}
	ofText.set(`${name} ${from}`, work - before);
	if (found && found.index !== index) throw new Error(`${name} is not found where it is`);
}

/** Methods that take no longer for a longer text or list, or call a function for each entry. */
const SHORT =
	/^(?:constructor|toString|valueOf|at|charAt|charCodeAt|codePointAt|push|pop|keys|entries|startsWith|endsWith)$/;

type Method = (this: object, ...values: unknown[]) => unknown;

const sizeOf = (value: unknown) =>
	typeof value === 'string' || Array.isArray(value) ? value.length : undefined;

/** Returns the work of some code. */
export async function workOf(run: () => Promise<unknown>): Promise<number> {
	const methods: Array<[home: object, name: string | symbol, method: unknown]> = [];
	isCounting = true;
	const replace = (home: object, name: string | symbol, other: (method: Method) => Method) => {
		const method = Reflect.get(home, name) as Method;
		methods.push([home, name, method]);
		Reflect.set(home, name, other(method));
	};

	replace(
		RegExp.prototype,
		'exec',
		() =>
			function (this: object, text) {
				const pattern = this as RegExp;
				const from = pattern.global || pattern.sticky ? pattern.lastIndex : 0;
				const found = exec.call(pattern, text as string);
				quietly(() => countSteps(pattern, String(text), from, found));
				return found;
			},
	);
	for (const home of [String.prototype, Array.prototype]) {
		for (const name of Reflect.ownKeys(home)) {
			if (SHORT.test(String(name)) || typeof Reflect.get(home, name) !== 'function') continue;
			replace(
				home,
				name,
				(method) =>
					function (...values) {
						const result = method.apply(this, values);
						quietly(() => (work += sizeOf(result) ?? sizeOf(this.valueOf()) ?? 0));
						return result;
					},
			);
		}
	}

	await blocks();
	work = 0;
	try {
		await run();
	} finally {
		isCounting = false;
		for (const [home, name, method] of methods) Reflect.set(home, name, method);
	}
	if (failure) throw failure;
	return work + (await blocks());
}

/** Returns how many blocks of the package have run since it was asked last. */
async function blocks(): Promise<number> {
	const { result } = await new Promise<Profiler.TakePreciseCoverageReturnType>((resolve) => {
		session.post('Profiler.takePreciseCoverage', (_, coverage) => resolve(coverage));
	});
	const ranges = result
		.filter(({ url }) => url.endsWith(BUNDLE))
		.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
	return ranges.reduce((sum, { count }) => sum + count, 0);
}
