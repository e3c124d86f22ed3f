const { execFile } = require('node:child_process');
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');

const esbuild = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');

const { n8n } = require('./package.json');

const STATIC_FILES = ['nodes/**/*.{svg,png}', 'nodes/**/*.node.json', 'credentials/**/*.svg'];

/** What the editor shows of each output before a first run, by the file that n8n looks for. */
const OUTPUTS = 'nodes/MessagingService/outputs.json';

/** dist/nodes/A/A.node.js -> nodes/A/A.node.ts */
const sourceOf = (built) => built.replace(/^dist\//, '').replace(/\.js$/, '.ts');

function clean() {
	return rm('dist', { recursive: true, force: true });
}

/** Checks the types of the whole project. */
async function typeCheck() {
	const tsc = path.join(path.dirname(require.resolve('typescript-7/package.json')), 'bin', 'tsc');
	try {
		await promisify(execFile)(process.execPath, [
			tsc,
			'--noEmit',
			'--declaration',
			'false',
			'--pretty',
		]);
	} catch (error) {
		throw new Error(`The TypeScript compiler found errors:\n${error.stdout || error.message}`);
	}
}

/** Holds all code: what nodes and credential share is there once. */
const SHARED = 'dist/shared.js';

const BUNDLED = [...n8n.nodes, ...n8n.credentials];

/** dist/nodes/A/A.node.js -> A, the class that n8n looks for in it */
const classIn = (built) => path.basename(built).split('.')[0];

/** Bundles what n8n loads. n8n installs no dependencies, so that everything but n8n-workflow is in the bundle. */
async function bundle() {
	const { metafile } = await esbuild.build({
		stdin: {
			contents: BUNDLED.map((file) => `export * from './${sourceOf(file)}';`).join('\n'),
			resolveDir: __dirname,
		},
		outfile: SHARED,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		external: ['n8n-workflow'],
		// Where node_modules is a link, no folder of this machine stands in the bundle.
		preserveSymlinks: true,
		// Names of functions and classes in a stack trace are those of the sources.
		keepNames: true,
		charset: 'utf8',
		legalComments: 'none',
		metafile: true,
	});
	await Promise.all([...BUNDLED.map(writeEntry), writeNotices(metafile)]);
}

/** Writes the file that n8n loads for a node or a credential. */
async function writeEntry(file) {
	const name = classIn(file);
	const shared = path.posix.relative(path.dirname(file), SHARED);
	await mkdir(path.dirname(file), { recursive: true });
	await writeFile(file, `'use strict';\nexports.${name} = require('${shared}').${name};\n`);
}

/** The folder of the library that a bundled file is from. */
const LIBRARY = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENCE_FILE = /^(licen[cs]e|copying|notice)\b/i;

/** Puts the licences of the libraries that are bundled beside them: they ask for it. */
async function writeNotices({ outputs }) {
	const bundled = Object.values(outputs)
		.flatMap(({ inputs }) => Object.entries(inputs))
		.filter(([, { bytesInOutput }]) => bytesInOutput > 0)
		.map(([file]) => file);
	const libraries = new Set(bundled.map((file) => LIBRARY.exec(file)?.[0]).filter(Boolean));
	const notices = await Promise.all([...libraries].sort().map(noticeOf));
	await writeFile('dist/THIRD-PARTY-NOTICES.txt', notices.join(`\n${'='.repeat(80)}\n\n`));
}

async function noticeOf(library) {
	const { name, version, homepage, license } = require(path.resolve(library, 'package.json'));
	const files = (await readdir(library)).filter((file) => LICENCE_FILE.test(file)).sort();
	if (files.length === 0) throw new Error(`${name} is bundled and has no licence file`);
	const texts = await Promise.all(files.map((file) => readFile(path.join(library, file), 'utf8')));
	return [`${name} ${version} (${license})`, homepage, ...texts.map((text) => text.trim()), '']
		.filter((part) => part !== undefined)
		.join('\n\n');
}

function copyFiles() {
	return src(STATIC_FILES, { base: '.', encoding: false }).pipe(dest('dist'));
}

async function writeSchemas() {
	const folder = path.join('dist', path.dirname(OUTPUTS), '__schema__');
	for (const [name, schema] of Object.entries(JSON.parse(await readFile(OUTPUTS, 'utf8')))) {
		const file = path.join(folder, name);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, JSON.stringify(schema));
	}
}

const copyStaticFiles = parallel(copyFiles, writeSchemas);

/** Makes `dist` without a look at the types, in a second: for whoever changes and tests in turns. */
const assemble = series(clean, parallel(bundle, copyStaticFiles));
const build = parallel(typeCheck, assemble);

function watchFiles() {
	watch(['nodes/**/*.{ts,json}', 'credentials/**/*.ts'], { ignoreInitial: false }, bundle);
	watch([...STATIC_FILES, OUTPUTS], { ignoreInitial: false }, copyStaticFiles);
}

exports.clean = clean;
exports.assemble = assemble;
exports.build = build;
exports.watch = watchFiles;
exports.default = build;
