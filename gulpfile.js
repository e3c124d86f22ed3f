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

async function bundle() {
	await esbuild.build({
		entryPoints: [...n8n.nodes, ...n8n.credentials].map(sourceOf),
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
	});
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
