// Runs the analysis of n8n's scanner on a folder and prints what it found, as JSON.
import process from 'node:process';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const [folder, kind] = process.argv.slice(2);
const result = await (kind === 'sources'
	? analyzePackage(folder, SOURCE_FILE_PATTERNS)
	: analyzePackage(folder));
process.stdout.write(`\n${JSON.stringify(result)}\n`);
