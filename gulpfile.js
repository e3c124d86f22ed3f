const { execFile } = require('node:child_process');
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');

const esbuild = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');
const { minify } = require('terser');

const { n8n } = require('./package.json');

const STATIC_FILES = ['nodes/**/*.{svg,png}', 'nodes/**/*.node.json', 'credentials/**/*.svg'];

/** What the editor shows of each output before a first run, by the file that n8n looks for. */
const OUTPUTS = 'nodes/MessagingService/outputs.json';

/** dist/nodes/A/A.node.js -> nodes/A/A.node.ts */
const sourceOf = (built) => built.replace(/^dist\//, '').replace(/\.js$/, '.ts');

function clean() {
	return rm('dist', { recursive: true, force: true });
}

/** Checks the types of the whole project; of what has not changed since the last time, nothing anew. */
async function typeCheck() {
	const tsc = require.resolve('typescript/bin/tsc');
	const check = [tsc, '-p', 'tsconfig.check.json', '--pretty'];
	try {
		await promisify(execFile)(process.execPath, check);
	} catch (error) {
		throw new Error(`The TypeScript compiler found errors:\n${error.stdout || error.message}`);
	}
}

/** Both nodes need it, and libphonenumber-js in it is large: a file of its own, so that it is packed once. */
const PHONE = 'nodes/MessagingService/phone/index.ts';

const sharePhone = {
	name: 'share-phone',
	setup({ onResolve }) {
		// All that imports it is bundled into files beside its folder.
		onResolve({ filter: /\/phone$/ }, () => ({ path: './phone/index.js', external: true }));
	},
};

/** What a numbering plan says only of how numbers are printed, by its place in the library's tables. */
const PRINT = [4, 6, 9, 12, 13];

/** Packs the library small: its code as it was written, and of its tables only what numbers are read by. */
const packPlans = {
	name: 'pack-plans',
	setup({ onLoad, onResolve }) {
		// Beside the code for old browsers lies the same for what runs today.
		onResolve({ filter: /^\.\.\/es6\// }, ({ path: file, resolveDir }) => ({
			path: path.join(resolveDir, file.replace('es6', 'es6-modern')),
			sideEffects: false,
		}));
		onLoad({ filter: /libphonenumber-js\/metadata\.max\.json\.js$/ }, async ({ path: file }) => {
			const tables = JSON.parse(await readFile(file.replace(/\.js$/, ''), 'utf8'));
			for (const plans of [tables.countries, tables.nonGeographic]) {
				for (const [name, plan] of Object.entries(plans)) {
					const kept = plan.map((value, index) => (PRINT.includes(index) ? 0 : value));
					plans[name] = kept.slice(0, kept.findLastIndex(Boolean) + 1);
				}
			}
			return { contents: JSON.stringify(tables), loader: 'json' };
		});
	},
};

const BUNDLE = {
	outdir: 'dist',
	outbase: '.',
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	// n8n provides it; everything else is bundled, since n8n installs no dependencies.
	external: ['n8n-workflow'],
	minifyWhitespace: true,
	minifySyntax: true,
	legalComments: 'none',
	// The pages speak many languages, whose letters would take six characters each.
	charset: 'utf8',
	absWorkingDir: path.resolve(__dirname),
	metafile: true,
};

const SHORT_NAMES = { minifyIdentifiers: true };

async function bundle() {
	const entryPoints = [...n8n.nodes, ...n8n.credentials].map(sourceOf);
	const [nodes, phone] = await Promise.all([
		esbuild.build({ ...BUNDLE, ...SHARING, entryPoints, plugins: [sharePhone] }),
		// Nearly all of it is the library, whose names inside nobody reads here.
		esbuild.build({ ...BUNDLE, ...SHORT_NAMES, entryPoints: [PHONE], plugins: [packPlans] }),
	]);
	await Promise.all(nodes.outputFiles.map(writeAsCommonJs));
	await writeNotices([nodes, phone].flatMap(({ metafile }) => Object.values(metafile.outputs)));
}

/** What several of the files need is packed once: esbuild shares it between ES modules alone. */
const SHARING = {
	format: 'esm',
	splitting: true,
	chunkNames: 'nodes/MessagingService/shared-[hash]',
	write: false,
};

async function writeAsCommonJs({ path: file, text }) {
	const { format, target, platform, charset } = BUNDLE;
	const commonJs = await esbuild.transform(text, { format, target, platform, charset });
	// It makes 2 kB less to download than esbuild would.
	const { code } = await minify(commonJs.code, { toplevel: true, ecma: 2020 });
	await mkdir(path.dirname(file), { recursive: true });
	await writeFile(file, `"use strict";\n${code}${namedClass(path.basename(file).split('.')[0])}`);
}

/** Names the class that n8n loads as before: all names inside were shortened. */
const namedClass = (name) =>
	name.startsWith('shared-')
		? ''
		: `Object.defineProperty(module.exports.${name},"name",{value:"${name}"});\n`;

/** The folder of the library that a bundled file is from. */
const LIBRARY = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENCE_FILE = /^(licen[cs]e|copying|notice)\b/i;

/** Puts the licences of the libraries that are bundled beside them: they ask for it. */
async function writeNotices(outputs) {
	const bundled = outputs
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
// Suites that run side by side read one `dist`, which nobody may then take away: .ci/run has made it before.
exports.assemble = process.env.BUILT ? (done) => done() : assemble;
exports.typeCheck = typeCheck;
exports.build = build;
exports.watch = watchFiles;
exports.default = build;
