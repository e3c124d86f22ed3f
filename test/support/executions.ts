/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { setTimeout } from 'node:timers/promises';

import { parse } from 'flatted';
import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

import type { N8nClient } from '../../playground/src/n8nClient';

/** Asks again and again until there is something to give. */
export async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		await setTimeout(100);
	}
}

/** An execution that has ended. */
export interface EndedExecution {
	id: string;
	status: string;
	data: IRunExecutionData;
	/** Output items of a node's last run. */
	items(node: string, output?: number): INodeExecutionData[];
	/** `json` of the same. */
	json(node: string, output?: number): IDataObject[];
}

/** Tells whether an execution with this status is over. */
export const hasEnded = (status: string) => !['new', 'running', 'waiting'].includes(status);

/** Waits for an execution to end, and returns what it left behind. */
export async function ended(client: N8nClient, id: string): Promise<EndedExecution> {
	const execution = await until(async () => {
		const found = await client.execution(id);
		return hasEnded(found.status) && found;
	});

	const data = parse(execution.data) as IRunExecutionData;
	const items = (node: string, output = 0) =>
		data.resultData.runData[node]?.at(-1)?.data?.main[output] ?? [];
	return {
		id,
		status: execution.status,
		data,
		items,
		json: (node, output) => items(node, output).map(({ json }) => json),
	};
}
