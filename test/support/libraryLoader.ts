/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import type { Context } from 'node:vm';
import { compileFunction, constants, runInContext } from 'node:vm';

import { ResolverFactory } from 'unrs-resolver';

/** A module of CommonJS, as far as libraries use it. */
interface LibraryModule {
	exports: unknown;
	id: string;
	filename: string;
	loaded: boolean;
	children: unknown[];
	paths: string[];
}

type Require = (name: string) => unknown;

/** The parameters of a module of CommonJS. */
const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname'];

/** Finds files as `require` of Node.js does, whatever Node.js would also take from `require` of an ES module. */
const RESOLVER = new ResolverFactory({
	conditionNames: ['require', 'node', 'node-addons', 'default'],
	mainFields: ['main'],
	extensions: ['.js', '.json', '.node'],
});

/** Loads libraries of `node_modules` into a context of `node:vm`, each file once. */
export class LibraryLoader {
	private readonly modules = new Map<string, LibraryModule>();

	private readonly parse: (json: string) => unknown;

	/** The `process` of the context, which has its own environment variables. */
	private readonly process: unknown;

	constructor(private readonly context: Context | null) {
		if (!context) throw new Error('Libraries need a context to be loaded into');
		this.parse = runInContext('JSON.parse', context) as (json: string) => unknown;
		this.process = runInContext('process', context);
	}

	/** Returns the exports of a file. @throws Error of the file, which is loaded anew next time */
	load(file: string): unknown {
		const known = this.modules.get(file);
		if (known) return known.exports;

		const module: LibraryModule = {
			exports: {},
			id: file,
			filename: file,
			loaded: false,
			children: [],
			paths: [],
		};
		// Files that require each other get what is exported so far.
		this.modules.set(file, module);
		try {
			this.run(module);
		} catch (error) {
			this.modules.delete(file);
			// eslint-disable-next-line @n8n/community-nodes/require-node-api-error -- as the file throws it
			throw error;
		}
		module.loaded = true;
		return module.exports;
	}

	private run(module: LibraryModule): void {
		const { filename } = module;
		const nodeRequire = createRequire(filename);

		if (filename.endsWith('.node')) {
			module.exports = nodeRequire(filename);
			return;
		}
		const text = readFileSync(filename, 'utf8');
		if (filename.endsWith('.json')) {
			module.exports = this.parse(text);
			return;
		}

		const run = compileFunction(text.replace(/^#!.*/, ''), PARAMETERS, {
			filename,
			parsingContext: this.context ?? undefined,
			importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
		}) as (...values: unknown[]) => void;
		const { exports } = module;
		const folder = path.dirname(filename);
		run.call(exports, exports, this.requireFor(folder, nodeRequire), module, filename, folder);
	}

	/** Returns the `require` of the files in a folder. */
	private requireFor(folder: string, nodeRequire: NodeJS.Require): Require {
		const resolve = (name: string) => {
			const { path: file, error } = RESOLVER.sync(folder, name);
			if (file) return file;
			throw Object.assign(new Error(`${error} (${name} from ${folder})`), {
				code: 'MODULE_NOT_FOUND',
			});
		};

		const require = (name: string) => {
			if (/^(?:node:)?process$/.test(name)) return this.process;
			return isBuiltin(name) ? nodeRequire(name) : this.load(resolve(name));
		};

		return Object.assign(require, { resolve, cache: {}, main: undefined });
	}
}
