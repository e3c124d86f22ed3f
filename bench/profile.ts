/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

/** Processor time by part of the program, in µs. */
export type Profile = Record<string, number>;

/** Parts by the address of their code: the first pattern that fits counts. */
const PARTS: Array<[RegExp, string]> = [
	[/\/(?:package|before)\/dist\//, 'this package'],
	[/\/(?:follow-redirects|axios|proxy-from-env|form-data)\//, 'axios, with what it uses'],
	[/\/@n8n\/backend-network\//, "n8n's helper for requests"],
	[/\/n8n-nodes-base\//, 'n8n-nodes-base'],
	[/\/(?:n8n-workflow|luxon|@n8n\/tournament)\//, "n8n's expressions"],
	[
		/^node:(?:net|tls|https|_http|_tls|internal\/(?:http|net|stream|tls))/,
		'connections of Node.js',
	],
	[/^node:/, 'the rest of Node.js'],
];
const REST = 'the rest of n8n';
const NATIVE = 'inside V8 and the operating system';

/** Runs the work, and returns the time of each part without the parts that it called. */
export async function profileOf(work: () => Promise<void>): Promise<Profile> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.start');

	await work();

	const { profile } = await session.post('Profiler.stop');
	session.disconnect();
	return byPart(profile);
}

function byPart({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Profile {
	const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
	const times: Profile = {};

	samples.forEach((id, index) => {
		const part = parts.get(id);
		if (part !== undefined) times[part] = (times[part] ?? 0) + timeDeltas[index];
	});

	return times;
}

function partOf({ url, functionName }: Profiler.ProfileNode['callFrame']): string | undefined {
	if (functionName === '(idle)') return undefined;
	if (functionName === '(garbage collector)') return 'garbage collection';
	if (!url) return NATIVE;
	return PARTS.find(([pattern]) => pattern.test(url))?.[1] ?? REST;
}
