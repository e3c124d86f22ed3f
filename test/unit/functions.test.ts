/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

const files = ['nodes', 'credentials', 'simulator', 'playground/src', 'bench'].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => path.posix.join(folder, file)),
);

const MOST_PARAMETERS = 4;

/** Reads a source file as the compiler does. */
const parse = (file: string): ts.SourceFile =>
	ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);

/** Lists the nodes of a source file's tree for which something holds, with their lines. */
function found(source: ts.SourceFile, holds: (node: ts.Node) => boolean): string[] {
	const lines: string[] = [];

	const visit = (node: ts.Node) => {
		if (holds(node)) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			lines.push(`${source.fileName}:${line + 1} ${node.getText().split('\n')[0]}`);
		}
		ts.forEachChild(node, visit);
	};

	visit(source);
	return lines;
}

const MOST_LINES_OF_A_TEST = 60;

/** Tells how long the tests of a file are: the function of each, with its place. */
function testsIn(source: ts.SourceFile): Array<{ place: string; lines: number }> {
	const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
	const tests: Array<{ place: string; lines: number }> = [];

	const visit = (node: ts.Node) => {
		const isTest = ts.isCallExpression(node) && /^it\b/.test(node.expression.getText());
		const body = isTest ? node.arguments.find(ts.isArrowFunction) : undefined;
		if (body) {
			const start = lineAt(body.getStart());
			const place = `${source.fileName}:${start + 1}`;
			tests.push({ place, lines: lineAt(body.end) - start + 1 });
		}
		ts.forEachChild(node, visit);
	};

	visit(source);
	return tests;
}

const isFlag = ({ kind }: ts.Node) =>
	kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;

describe.each(files)('%s', (file) => {
	const source = parse(file);

	it('has no function with more than four parameters', () => {
		const isLong = (node: ts.Node) =>
			ts.isFunctionLike(node) && node.parameters.length > MOST_PARAMETERS;
		expect(found(source, isLong)).toEqual([]);
	});

	it('names each flag that it passes', () => {
		const passesFlag = (node: ts.Node) => ts.isCallExpression(node) && node.arguments.some(isFlag);
		expect(found(source, passesFlag)).toEqual([]);
	});
});

describe('a test', () => {
	it('is at most 60 lines long: a longer one has steps that deserve a name', () => {
		const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
			.map((file) => path.posix.join('test', file));
		const tests = files.map(parse).flatMap(testsIn);

		expect(tests.length).toBeGreaterThan(1_000);
		expect(tests.filter(({ lines }) => lines > MOST_LINES_OF_A_TEST)).toEqual([]);
	});
});
