const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');

const esbuild = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');

const { n8n } = require('./package.json');

const STATIC_FILES = ['nodes/**/*.{svg,png}', 'nodes/**/*.node.json', 'credentials/**/*.svg'];

/** dist/nodes/A/A.node.js -> nodes/A/A.node.ts */
const sourceOf = (built) => built.replace(/^dist\//, '').replace(/\.js$/, '.ts');

function clean() {
	return rm('dist', { recursive: true, force: true });
}

async function typeCheck() {
	const tsc = require.resolve('typescript/bin/tsc');
	try {
		await promisify(execFile)(process.execPath, [tsc, '--noEmit', '--pretty']);
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

const BUNDLE = {
	outdir: 'dist',
	outbase: '.',
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	// n8n provides it; everything else is bundled, since n8n installs no dependencies.
	external: ['n8n-workflow'],
	keepNames: true,
	legalComments: 'none',
	absWorkingDir: path.resolve(__dirname),
};

async function bundle() {
	const entryPoints = [...n8n.nodes, ...n8n.credentials].map(sourceOf);
	await Promise.all([
		esbuild.build({ ...BUNDLE, entryPoints, plugins: [sharePhone] }),
		// Nearly all of it is the library's tables.
		esbuild.build({ ...BUNDLE, entryPoints: [PHONE], minifyWhitespace: true }),
	]);
}

function copyStaticFiles() {
	return src(STATIC_FILES, { base: '.', encoding: false }).pipe(dest('dist'));
}

const assemble = parallel(bundle, copyStaticFiles);
const build = series(clean, parallel(typeCheck, assemble));

function watchFiles() {
	watch(['nodes/**/*.ts', 'credentials/**/*.ts'], { ignoreInitial: false }, bundle);
	watch(STATIC_FILES, { ignoreInitial: false }, copyStaticFiles);
}

exports.clean = clean;
exports.build = build;
exports.watch = watchFiles;
exports.default = build;
