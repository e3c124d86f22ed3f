import type { INode, INodeParameters } from 'n8n-workflow';

import type {
	CredentialReference,
	N8nClient,
	WorkflowFile,
} from '../../../playground/src/n8nClient';
import { hasEnded, until } from '../../support/executions';

/** Name of the trigger of the workflows made here, and of the examples. */
export const CLICK = 'When clicking "Execute workflow"';

/** Name of the node that asks. */
export const ASK = 'Ask';

/** Name of the node that gets the answer. */
export const ANSWER = 'Answer';

/**
 * A workflow that asks, by Loop Over Items as often as there are rows.
 * @param parameters of the node that asks, beside those of an SMS to a fictional recipient
 * @param settings of the same node
 */
export function askWorkflow(
	credential: CredentialReference,
	parameters: INodeParameters,
	rows = 1,
	settings: Partial<INode> = {},
): WorkflowFile {
	const node = (name: string, type: string, typeVersion: number, more: INodeParameters) => ({
		id: crypto.randomUUID(),
		name,
		type,
		typeVersion,
		position: [0, 0] as [number, number],
		parameters: more,
	});

	const ask = {
		...node(ASK, 'n8n-nodes-messaging-service.messagingService', 1, {
			resource: 'message',
			operation: 'sendAndWait',
			channel: 'sms',
			to: '=+1202555010{{ $json.row }}',
			message: '=Question {{ $json.row }} <b>now</b>',
			...parameters,
		}),
		credentials: { messagingServiceApi: credential },
		...settings,
	};
	const list = JSON.stringify(Array.from({ length: rows }, (_, row) => ({ row })));
	const nodes = [
		node(CLICK, 'n8n-nodes-base.manualTrigger', 1, {}),
		node('Rows', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: `{ "rows": ${list} }` }),
		node('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'rows' }),
		node('Loop', 'n8n-nodes-base.splitInBatches', 3, {}),
		ask,
		node(ANSWER, 'n8n-nodes-base.noOp', 1, {}),
	];
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	const connections = {
		[CLICK]: { main: [to('Rows')] },
		Rows: { main: [to('Split')] },
		Split: { main: [to('Loop')] },
		Loop: { main: [[], to(ASK)] },
		[ASK]: { main: [to(ANSWER)] },
		[ANSWER]: { main: [to('Loop')] },
	};

	return { name: 'Ask', nodes, connections };
}

/**
 * Waits until an execution has asked so often, and waits for an answer.
 * @param texts of the messages that the service has taken so far
 * @returns the last question
 * @throws Error if the execution ends instead
 */
export async function asked(
	client: N8nClient,
	execution: string,
	texts: () => Promise<string[]> | string[],
	questions = 1,
): Promise<string> {
	return await until(async () => {
		const question = (await texts())[questions - 1];
		// Looked at last: while a question is sent, the execution does not wait for an earlier one.
		const { status } = await client.execution(execution);
		if (hasEnded(status)) throw new Error(`The execution ended (${status}), and did not wait`);
		return status === 'waiting' && question;
	});
}

/** Returns the link in a question. */
export const linkIn = (question: string) => question.match(/https?:\/\/\S+/)?.[0] ?? '';

/** Sends a page back as its browser does. */
export async function post(link: string, values: Record<string, string> = {}): Promise<Response> {
	return await fetch(link, { method: 'POST', body: new URLSearchParams(values) });
}
