import { PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	INodeType,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import { loadBuilt, messagingServiceApi } from './n8nCore';

const NODE = 'Trigger';
const TYPE = 'n8n-nodes-messaging-service.messagingServiceTrigger';

const trigger = loadBuilt<INodeType>(
	'nodes/MessagingService/MessagingServiceTrigger.node.js',
	'MessagingServiceTrigger',
);

const nodeTypes = {
	getByName: () => trigger,
	getByNameAndVersion: () => trigger,
	getKnownTypes: () => ({}),
};

/** The built trigger in a workflow, polled by hand. */
export class Poller {
	/** Errors that the trigger told n8n of without failing. */
	readonly told: Error[] = [];

	private savedState?: string;

	/**
	 * @param parameters may be changed between polls, as a user changes the workflow
	 * @param budgetMs how long a poll may take, where this n8n says so
	 */
	constructor(
		public parameters: INodeParameters,
		private readonly credentials: ICredentialDataDecryptedObject,
		private readonly budgetMs?: number,
	) {}

	/** What n8n keeps of the workflow from poll to poll, in bytes. */
	get stateSize(): number {
		return this.savedState?.length ?? 0;
	}

	/** Puts a record there that another version of the package has left behind. */
	remembers(record: object): void {
		this.savedState = JSON.stringify({ [`node:${NODE}`]: { record: JSON.stringify(record) } });
	}

	/** Polls as n8n does for an active workflow; what fired, null for nothing. Then restarts n8n. */
	async poll(): Promise<IDataObject[] | null> {
		return await this.activate()();
	}

	/** Polls as n8n does for a test in the editor. */
	async test(): Promise<IDataObject[] | null> {
		return await this.activate('manual')();
	}

	/** Activates the workflow, and gives what n8n calls at each poll time, whether the last poll has ended or not. */
	activate(mode: 'trigger' | 'manual' = 'trigger'): () => Promise<IDataObject[] | null> {
		const node = {
			id: 'trigger',
			name: NODE,
			type: TYPE,
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: this.parameters,
			credentials: { messagingServiceApi: { id: '1', name: 'Simulator' } },
		};
		const workflow = new Workflow({
			id: 'test-workflow',
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes,
			staticData: this.savedState === undefined ? undefined : JSON.parse(this.savedState),
		});
		const context = new PollContext(
			workflow,
			workflow.getNode(NODE) ?? node,
			createAdditionalData(this.credentials, messagingServiceApi, nodeTypes),
			mode,
			'activate' as WorkflowActivateMode,
			() => undefined,
			(error) => this.told.push(error),
			undefined,
			undefined,
			undefined,
			this.budgetMs === undefined ? undefined : () => this.budgetMs ?? 0,
		);
		return async () => {
			try {
				const output = await trigger.poll?.call(context);
				return output ? output[0].map(({ json }) => json) : null;
			} finally {
				// n8n saves what has changed, also after a poll that failed.
				if (mode === 'trigger' && workflow.staticData.__dataChanged) {
					this.savedState = JSON.stringify(workflow.staticData);
				}
			}
		};
	}
}
