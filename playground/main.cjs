// What `npm start` runs first, in words that an old Node.js understands too: it would fail in the midst of
// the build, with an error that says nothing.
const { engines } = require('../package.json');

const [major, minor] = /(\d+)\.(\d+)/.exec(engines.node).slice(1).map(Number);
const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
	process.stderr.write(
		`This needs Node.js ${major}.${minor} or later, and you have ${process.versions.node}. ` +
			'Install a newer one (https://nodejs.org), and run `npm ci && npm start` again.\n',
	);
	process.exit(1);
}

require('tsx/cjs');
require('./start.ts');
