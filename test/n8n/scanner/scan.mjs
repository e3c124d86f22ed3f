// Runs the analysis of n8n's scanner on a folder and prints what it found, as JSON.
import process from 'node:process';

import { analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';

process.stdout.write(`\n${JSON.stringify(await analyzePackage(process.argv[2]))}\n`);
