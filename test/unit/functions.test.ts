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
