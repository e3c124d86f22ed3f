import type { Profile } from './profile';
import type { Row, Runner } from './runner';
import type { Section, TableRow } from './section';
import { atMost, round } from './section';

const IN_FLIGHT = 10;
const RUNS = 3;

/** Measures the processor time of a message, and shows by a profile where it goes. */
export async function cost(runner: Runner, messages: number): Promise<Section> {
	const run = async (who: Row['who'], profiled = false) =>
		await runner.run(
			{ who, items: messages, inFlight: IN_FLIGHT, latency: 0, profiled },
			profiled ? 1 : RUNS,
		);
	const empty = await run('empty');
	const perMessage = ({ cpu }: Row) => (cpu - empty.cpu) / messages;
	const [own, floor, http] = [
		perMessage(await run('package')),
		perMessage(await run('floor')),
		perMessage(await run('httpRequest')),
	];
	const line = (who: string, time: number): TableRow => ({
		who,
		µs: round(time),
		"/ n8n's helper alone": round(time / floor, 2),
		'/ HTTP Request': round(time / http, 2),
	});
	return {
		tables: {
			[`processor time of a message, of ${messages}`]: [
				line('package', own),
				line("n8n's helper alone", floor),
				line('HTTP Request', http),
			],
			'where it goes, in µs of the main thread': profiles(messages, {
				package: await run('package', true),
				"n8n's helper alone": await run('floor', true),
				'HTTP Request': await run('httpRequest', true),
			}),
		},
		targets: [atMost("processor time / HTTP Request's", own / http, 0.8)],
	};
}

function profiles(messages: number, rows: Record<string, Row>): TableRow[] {
	const who = Object.entries(rows).map(([name, { profile = {} as Profile }]) => ({
		name,
		profile,
	}));
	const parts = [...new Set(who.flatMap(({ profile }) => Object.keys(profile)))];
	const line = (part: string, timeOf: (profile: Profile) => number): TableRow => ({
		part,
		...Object.fromEntries(
			who.map(({ name, profile }) => [name, round(timeOf(profile) / messages, 1)]),
		),
	});
	const most = (part: string) => Math.max(...who.map(({ profile }) => profile[part] ?? 0));
	return [
		...parts
			.sort((a, b) => most(b) - most(a))
			.map((part) => line(part, (times) => times[part] ?? 0)),
		line('all', (times) => Object.values(times).reduce((sum, time) => sum + time, 0)),
	];
}
