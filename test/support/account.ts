import type { IDataObject, INode } from 'n8n-workflow';

import { Secrets } from '../../nodes/MessagingService/errors/secrets';
import { ExecutionTally } from '../../nodes/MessagingService/execution/executionTally';
import { ItemResults } from '../../nodes/MessagingService/execution/itemResults';
import type { Account } from '../../nodes/MessagingService/execution/report/account';
import { vocabularyOf } from '../../nodes/MessagingService/execution/report/words';
import { send } from '../../nodes/MessagingService/resources/message/send';

interface AccountSettings {
	node?: INode;
	/** Whether the operation sends messages. */
	sends?: boolean;
}

/** Makes the account of a run in an execution of its own, before anything is done. */
export function accountOf(
	itemCount: number,
	{ node = {} as INode, sends = true }: AccountSettings = {},
): Account {
	const memory: IDataObject = {};
	const tally = new ExecutionTally({
		getContext: () => memory,
		getExecutionId: () => '1',
		getNode: () => node,
	});
	return {
		results: new ItemResults(node, new Secrets(), itemCount),
		tally,
		words: vocabularyOf(sends ? send : undefined),
	};
}
