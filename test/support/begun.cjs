/** Prints which file of tests begins: of one that hangs, nothing else is printed. */
module.exports = class {
	onTestFileStart({ path }) {
		process.stdout.write(`RUNS ${require('node:path').relative('', path)}\n`);
	}
};
