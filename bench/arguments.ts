/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

const given = process.argv.slice(2);

/** `--quick` measures less, in a few minutes, for CI: it fails where a target is missed in each round. */
export const QUICK = given.includes('--quick');

/** The sections to measure; none stands for all. */
export const SECTIONS = given.filter((one) => !one.startsWith('--'));
