/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { getEventListeners } from 'node:events';

import type { INodeParameters } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { NODE_TYPE } from '../support/n8nCore';
import { nextTurn } from '../support/nextTurn';
import { observed } from '../support/observed';
import { simulated } from '../support/simulated';

const service = simulated();

const rows = Array.from({ length: 200 }, (_, index) => ({
	to: `+1202555${1000 + index}`,
	text: `Text ${index}`,
}));

/** Starts a batch, stops it once `isTime`, and gives how the node's own work ended. */
async function stopWhen(
	isTime: () => boolean,
	options: INodeParameters,
	input = rows,
	operation: INodeParameters = {},
): Promise<{ ended: string; requests: number }> {
	const { node, settled } = observed();
	let stop: () => void = () => undefined;
	const running = service.run(
		{
			resource: 'message',
			operation: 'send',
			channel: 'sms',
			to: '={{ $json.to }}',
			message: '={{ $json.text }}',
			...operation,
			// Nothing here ends by its time-out.
			options: { timeout: 2_000_000, ...options },
		},
		{
			input,
			nodeTypes: { [NODE_TYPE]: node },
			onStart: (stopExecution) => {
				stop = stopExecution;
			},
		},
	);
	while (!isTime()) await nextTurn();
	const { requests } = service.simulator.stats;
	stop();
	await running.catch(() => undefined);
	return { ended: await settled, requests };
}

const play = (fault: FaultSpec) => service.simulator.fault(fault);
const stats = () => service.simulator.stats;

describe('stopping an execution', () => {
	it('while requests hang ends the node, and no request starts after that', async () => {
		play({ kind: 'hang', times: 'always' });
		const { ended, requests } = await stopWhen(() => stats().requests === 10, {});
		expect(ended).toMatch(/^The execution was stopped/);
		expect(stats().requests).toBe(requests);
	});

	it.each<[string, FaultSpec]>([
		[
			'a minute, as the service asked',
			{ kind: 'answer', status: 429, headers: { 'retry-after': '60' }, body: {} },
		],
		[
			'days, as the service asked',
			{ kind: 'answer', status: 429, headers: { 'retry-after': '999999' }, body: {} },
		],
	])('while a retry waits %s, ends the wait', async (_, fault) => {
		play({ ...fault, times: 'always' });
		const { ended } = await stopWhen(() => stats().answered['429'] === 3, {
			concurrency: 3,
			maxRetries: 10,
		});
		expect(ended).toMatch(/^The execution was stopped/);
		expect(stats().requests).toBe(3);
	});

	it('while reading is retried, ends the wait between two tries', async () => {
		play({
			kind: 'answer',
			status: 503,
			headers: { 'retry-after': '60' },
			body: {},
			times: 'always',
		});
		const { ended } = await stopWhen(() => stats().answered['503'] === 1, {}, [rows[0]], {
			resource: 'lease',
			operation: 'getAll',
		});
		expect(ended).toMatch(/^The execution was stopped/);
		expect(stats().requests).toBe(1);
	});

	it('while the set pace holds requests back, ends the wait', async () => {
		const { ended } = await stopWhen(() => stats().answered['200'] === 1, {
			requestsPerSecond: 0.001,
		});
		expect(ended).toMatch(/^The execution was stopped/);
		expect(stats().requests).toBe(1);
	});

	it('in the midst of a batch that goes well, starts nothing further', async () => {
		const { ended, requests } = await stopWhen(() => stats().requests >= 20, { concurrency: 5 });
		expect(ended).toMatch(/^The execution was stopped/);
		// What had left the node when it was stopped may still arrive: one for each place.
		expect(stats().requests).toBeLessThanOrEqual(requests + 5);
		expect(service.simulator.messages.length).toBeLessThan(rows.length);
	});
});

describe('an execution that nobody stops', () => {
	it.each<[string, INodeParameters]>([
		['sends', { to: '={{ $json.to }}' }],
		['waits between requests', { to: '={{ $json.to }}', options: { requestsPerSecond: 100 } }],
		['has input that cannot be read', { to: 'nobody' }],
	])('leaves no listener on the signal that would stop it: %s', async (_, parameters) => {
		let signal: AbortSignal | undefined;
		const listeners = () => (signal ? getEventListeners(signal, 'abort').length : NaN);
		let before = NaN;
		const message = { resource: 'message', operation: 'send', channel: 'sms', message: 'Hello' };
		await service.run(
			{ ...message, ...parameters },
			{
				input: rows.slice(0, 20),
				beforeExecute: (context) => {
					signal = context.getExecutionCancelSignal();
					before = listeners();
				},
			},
		);
		expect(listeners()).toBe(before);
	});
});
