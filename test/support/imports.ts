import ts from 'typescript';

/** Which files of the project a file imports, by path from the root of the project. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const ROOT = ts.sys.getCurrentDirectory();
const { options } = ts.parseJsonConfigFileContent(
	ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
	ts.sys,
	ROOT,
);

/** Reads what the files of a folder import, types too, as the compiler understands it. */
export function readImports(folder: string): Imports {
	const files = ts.sys.readDirectory(folder, ['.ts']).map(fromRoot);
	return new Map(files.map((file) => [file, importsOf(file)]));
}

/** What a file imports, by the file: a folder is read with those in it, and once more alone. */
const known = new Map<string, string[]>();

function importsOf(file: string): string[] {
	const imports = known.get(file) ?? readImportsOf(file);
	known.set(file, imports);
	return imports;
}

function readImportsOf(file: string): string[] {
	const { importedFiles } = ts.preProcessFile(ts.sys.readFile(file) ?? '', true, true);
	return importedFiles.flatMap(({ fileName }) => {
		const { resolvedModule } = ts.resolveModuleName(fileName, `${ROOT}/${file}`, options, ts.sys);
		return !resolvedModule || resolvedModule.isExternalLibraryImport
			? []
			: [fromRoot(resolvedModule.resolvedFileName)];
	});
}

const fromRoot = (path: string) => path.replace(`${ROOT}/`, '').replace(/^\.\//, '');

/** Returns files that import each other in a circle, as `a -> b -> a`; undefined where there are none. */
export function findCircle(imports: Imports): string | undefined {
	const done = new Set<string>();
	const search = (file: string, way: readonly string[]): string | undefined => {
		if (way.includes(file)) return [...way.slice(way.indexOf(file)), file].join(' -> ');
		if (done.has(file)) return undefined;
		for (const imported of imports.get(file) ?? []) {
			const circle = search(imported, [...way, file]);
			if (circle) return circle;
		}
		done.add(file);
		return undefined;
	};

	for (const file of imports.keys()) {
		const circle = search(file, []);
		if (circle) return circle;
	}
	return undefined;
}

/**
 * The room in which a file stands: the folder of the house, or the file itself where it lies beside the folders.
 * @returns undefined for a file that is not of the house
 */
export function roomOf(file: string, house: string): string | undefined {
	if (!file.startsWith(`${house}/`)) return undefined;
	return file
		.slice(house.length + 1)
		.split('/')[0]
		.replace(/\.ts$/, '');
}
