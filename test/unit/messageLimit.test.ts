import type { IDataObject, INode } from 'n8n-workflow';

import { ExecutionTally } from '../../nodes/MessagingService/execution/executionTally';
import { MessageLimit } from '../../nodes/MessagingService/execution/messageLimit';

/** What n8n hands to the node each time it is called in one execution. */
function executionWith(maxMessages: number) {
	const memory: IDataObject = {};
	const context = {
		getContext: () => memory,
		getExecutionId: () => '1',
		getNode: () => ({}) as INode,
	};
	return () => {
		const tally = new ExecutionTally(context);
		return { tally, limit: new MessageLimit(tally, maxMessages) };
	};
}

const tasks = (...keys: Array<string | undefined>) => keys.map((key) => ({ key }));

describe('the limit of messages', () => {
	it('holds for calls of an agent at the same time', () => {
		const call = executionWith(3);
		call().limit.reserve(tasks(undefined, undefined));
		expect(() => call().limit.reserve(tasks(undefined, undefined))).toThrow(/2 so far, and 2 more/);
	});

	it('counts nothing of what was not sent in the end', () => {
		const call = executionWith(3);
		const first = call();
		first.limit.reserve(tasks('a', 'b', 'b'));
		first.tally.count('sent', 'a');
		first.tally.noteKey('a', '+12025550143');
		first.tally.release();
		expect(() => call().limit.reserve(tasks('a', 'b', 'c'))).not.toThrow();
		expect(() => call().limit.reserve(tasks('d'))).toThrow(/3 so far, and 1 more/);
	});
});
