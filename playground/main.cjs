// `npm start` runs this first. Its syntax is one that an old Node.js reads too: the user of one is told here to
// install a newer one. The build would fail with an error that does not name the reason.
const { engines } = require('../package.json');

const [least, own] = [engines.node, process.versions.node].map((version) => {
	const [, major, minor] = /(\d+)\.(\d+)/.exec(version);
	return Number(major) + Number(minor) / 1000;
});

if (own < least) {
	process.stderr.write(
		`This needs Node.js ${engines.node}, and you have ${process.versions.node}. ` +
			'Install a newer one (https://nodejs.org), and run `npm ci && npm start` again.\n',
	);
	process.exit(1);
}

require('tsx/cjs');
require('./start.ts');
