import type { Row, Runner } from './runner';
import { LATENCY } from './runner';
import type { Section, TableRow } from './section';
import { atLeast, atMost, round } from './section';

/**
 * How many are in flight, how close to the limit the batch must then come, and how often it is sent:
 * the shorter it is, the more whatever else the machine does shows.
 */
const FLIGHTS = [
	{ inFlight: 1, most: 1.05, runs: 1 },
	{ inFlight: 10, most: 1.05, runs: 3 },
	{ inFlight: 50, most: 1.15, runs: 5 },
];

/** ms between the starts of two batches, in the order in which they are tried. */
const INTERVALS = [52, 55, 60, 65, 70, 80, 100, 150];

/** Measures the time of a batch against the limit, against n8n's helper, HTTP Request and Twilio's way. */
export async function limits(runner: Runner, messages: number): Promise<Section> {
	const table: TableRow[] = [];
	const section: Section = { tables: {}, targets: [] };
	const run = async (who: Row['who'], inFlight: number, runs?: number) =>
		await runner.run({ who, items: messages, inFlight, latency: LATENCY }, runs);
	const twilio = await run('twilio', 1);

	for (const { inFlight, most, runs } of FLIGHTS) {
		const own = await run('package', inFlight, runs);
		const floor = await run('floor', inFlight, runs);
		const http = await httpWithin(runner, messages, inFlight);
		const limit = Math.ceil(messages / inFlight) * LATENCY;
		table.push({
			'in flight': inFlight,
			'limit (ms)': limit,
			'package (ms)': round(own.time),
			'/ limit': round(own.time / limit, 3),
			'most in flight': own.mostInFlight,
			"n8n's helper alone / limit": round(floor.time / limit, 3),
			'HTTP Request / limit': http ? round(http.time / limit, 3) : '-',
			'its interval (ms)': http?.batchInterval ?? '-',
		});
		section.targets.push(
			atMost(`time / limit, ${inFlight} in flight`, own.time / limit, most),
			atMost(`requests in flight, of ${inFlight}`, own.mostInFlight, inFlight),
		);
		if (http) {
			section.targets.push(
				atMost(`time / HTTP Request's, ${inFlight} in flight`, own.time / http.time, 1),
			);
		}
		if (inFlight === 10) {
			const unlimited = await run('httpRequest', inFlight);
			section.tables[`${messages} messages, without regard to the limit`] = [
				{
					who: 'HTTP Request, batches of 10',
					'time (ms)': round(unlimited.time),
					'most in flight': unlimited.mostInFlight,
				},
				{
					who: "Twilio's way, one after the other",
					'time (ms)': round(twilio.time),
					'most in flight': twilio.mostInFlight,
				},
			];
			section.targets.push(atLeast("Twilio's time / package's", twilio.time / own.time, 9));
		}
	}
	section.tables = {
		[`time of ${messages} messages, ${LATENCY} ms latency`]: table,
		...section.tables,
	};
	return section;
}

/**
 * HTTP Request spaces the starts of its batches, whatever became of the batch before: gives its fastest run
 * that kept to the limit in flight, if there is any.
 */
async function httpWithin(
	runner: Runner,
	messages: number,
	inFlight: number,
): Promise<Row | undefined> {
	for (const batchInterval of INTERVALS) {
		const run = async (items: number) =>
			await runner.run({ who: 'httpRequest', items, inFlight, batchInterval, latency: LATENCY });
		if ((await run(Math.ceil(messages / 5))).mostInFlight > inFlight) continue;
		const row = await run(messages);
		if (row.mostInFlight <= inFlight) return row;
	}
	return undefined;
}
