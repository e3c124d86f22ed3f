// What jest makes of the entry file of a library: the file comes from the loader of the process (warmEnvironment.ts).
module.exports = {
	process: (_text, file) => ({
		code: `module.exports = globalThis[Symbol.for('libraries of the tests')](${JSON.stringify(file)});`,
	}),
};
