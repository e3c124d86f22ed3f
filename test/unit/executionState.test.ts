import { randomUUID } from 'node:crypto';

import type { IDataObject, INode } from 'n8n-workflow';

import { isEngine2 } from '../../nodes/MessagingService/engine';
import {
	executionState,
	isNumber,
	type StateKey,
} from '../../nodes/MessagingService/executionState';

/** A round of a loop: n8n hands the memory of the node to each in the first engine, an empty one in Engine 2.0. */
const round = (executionId: string, memory: IDataObject = {}, id = 'node') => ({
	getExecutionId: () => executionId,
	getNode: () => ({ id }) as INode,
	getContext: () => memory,
});

interface Count {
	value: number;
	last?: number;
}

const COUNT: StateKey<Count> = {
	name: 'count',
	initial: () => ({ value: 0 }),
	members: { value: isNumber },
	optionalMembers: { last: isNumber },
};

const count = (context: ReturnType<typeof round>) => ++executionState(context, COUNT).value;

describe('what a node keeps over the rounds of a loop', () => {
	it('lasts as long as the execution in the first engine, also when n8n has saved it meanwhile', () => {
		const memory = {};
		expect([count(round('7', memory)), count(round('7', memory))]).toEqual([1, 2]);
		const restored = JSON.parse(JSON.stringify(memory)) as IDataObject;
		expect(count(round('7', restored))).toBe(3);
		expect(count(round('8'))).toBe(1);
	});

	it('begins anew when n8n\'s "Retry execution" hands the old memory to a new execution', () => {
		const memory = {};
		expect([count(round('7', memory)), count(round('8', memory))]).toEqual([1, 1]);
	});

	it.each([[null], ['text'], [[]], [{}], [{ value: 'two' }], [{ value: null }]])(
		'begins anew where n8n has stored something else: %j',
		(stored) => {
			expect(count(round('7', { executionId: '7', state: { count: stored } }))).toBe(1);
			expect(count(round('7', { executionId: '7', state: stored }))).toBe(1);
		},
	);

	it.each([null, 'text', {}, [1]])('goes on without a member that is no such one: %j', (last) => {
		const memory = { executionId: '7', state: { count: { value: 2, last } } };
		expect(executionState(round('7', memory), COUNT)).toEqual({ value: 2 });
	});

	it('lasts in Engine 2.0, where each round has an empty memory, for each execution and node', () => {
		const [one, other] = [randomUUID(), randomUUID()];
		expect([count(round(one)), count(round(other)), count(round(one))]).toEqual([1, 1, 2]);
		expect(count(round(one, {}, 'another node'))).toBe(1);
	});

	it('lasts in Engine 2.0 as long as its rounds go on, however many executions end meanwhile', () => {
		const id = randomUUID();
		const rounds = [1, 2, 3].map(() => {
			for (let other = 0; other < 999; other++) count(round(randomUUID()));
			return count(round(id));
		});
		expect(rounds).toEqual([1, 2, 3]);
	});

	it('lasts in Engine 2.0 while 999 other executions run, and is forgotten after 1,000 that have ended', () => {
		const id = randomUUID();
		count(round(id));
		for (let other = 0; other < 999; other++) count(round(randomUUID()));
		expect(count(round(id))).toBe(2);
		for (let other = 0; other < 1_000; other++) count(round(randomUUID()));
		expect(count(round(id))).toBe(1);
	});
});

it.each([
	['1', false],
	['231', false],
	[undefined, false],
	['019a1b2c-3d4e-7f50-8a6b-7c8d9e0f1a2b', true],
])('an execution with the ID %s runs in Engine 2.0: %s', (id, expected) => {
	expect(isEngine2(round(id as string))).toBe(expected);
});
