import { PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeParameters,
	INodeType,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import { loadBuilt, messagingServiceApi } from './n8nCore';

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

	/** n8n's ID of the credential. */
	credentialId = '1';

	/** The trigger's name, which a user may change. */
	name = 'Trigger';

	/** IDs of other nodes of the workflow. */
	otherNodes: string[] = [];

	/** Whether n8n keeps the node's data as a cursor, by the node's ID, and saves it after each poll. */
	hasCursor = false;

	/** How often n8n has saved the workflow's static data. */
	saves = 0;

	/** What n8n has saved of the workflow, as JSON. */
	savedState?: string;

	/** What n8n has saved of the node alone, as JSON, where it keeps a cursor. */
	cursor?: string;

	/** The workflow as it was activated last. */
	private active?: Workflow;

	/**
	 * @param parameters may be changed between polls, as a user changes the workflow
	 * @param credentials what it holds may be changed likewise
	 * @param answer answers in place of the network
	 */
	constructor(
		public parameters: INodeParameters,
		readonly credentials: ICredentialDataDecryptedObject,
		private readonly answer?: (request: IHttpRequestOptions) => Promise<unknown>,
	) {}

	/** Bytes that n8n has saved of the workflow. */
	get stateSize(): number {
		return this.savedState?.length ?? 0;
	}

	/** Publishes the workflow, which polls once and saves, and takes it back; what fired, null for nothing. */
	async poll(): Promise<IDataObject[] | null> {
		return await this.activate()();
	}

	/** Polls as n8n does for a test in the editor. */
	async test(): Promise<IDataObject[] | null> {
		return await this.activate('manual')();
	}

	/**
	 * Activates the workflow with what was saved of it, as n8n does when it is published and when n8n starts.
	 * Returns what n8n calls at once and then at each poll time, whether the last poll has ended or not.
	 */
	activate(mode: 'trigger' | 'manual' = 'trigger'): () => Promise<IDataObject[] | null> {
		const workflow = this.savedWorkflow();
		const cursor = JSON.parse(this.cursor ?? '{}') as IDataObject;
		const context = this.contextOf(workflow, mode, cursor);
		if (mode === 'trigger') this.active = workflow;

		let isActivating = true;
		return async () => {
			const output = await trigger.poll?.call(context);
			// What a poll gives after the workflow was activated anew, n8n throws away.
			if (mode === 'trigger' && this.active !== workflow) return null;

			// n8n saves at the end of the activation, and with each event.
			if (mode === 'trigger' && (output || isActivating)) this.save(workflow);
			isActivating = false;
			if (this.hasCursor) this.cursor = JSON.stringify(cursor);
			return output ? output[0].map(({ json }) => json) : null;
		};
	}

	/** The trigger, as a saved workflow holds it. */
	private get node(): INode {
		return {
			id: 'trigger',
			name: this.name,
			type: TYPE,
			typeVersion: 1,
			position: [0, 0],
			parameters: this.parameters,
			credentials: { messagingServiceApi: { id: this.credentialId, name: 'Simulator' } },
		};
	}

	/** Returns the workflow with what was saved of it. */
	private savedWorkflow(): Workflow {
		const { node } = this;
		return new Workflow({
			id: 'test-workflow',
			nodes: [node, ...this.otherNodes.map((id) => ({ ...node, id, name: `Node ${id}` }))],
			connections: {},
			active: true,
			nodeTypes,
			staticData: this.savedState === undefined ? undefined : JSON.parse(this.savedState),
		});
	}

	/** Returns what n8n hands to the trigger. */
	private contextOf(workflow: Workflow, mode: 'trigger' | 'manual', cursor: IDataObject) {
		const context = new PollContext(
			workflow,
			workflow.getNode(this.name) ?? this.node,
			createAdditionalData(this.credentials, messagingServiceApi, nodeTypes),
			mode,
			'activate' as WorkflowActivateMode,
			() => undefined,
			(error) => this.told.push(error),
			undefined,
			undefined,
			this.hasCursor ? () => cursor : undefined,
		);
		if (this.answer) context.helpers.httpRequest = this.answer;
		return context;
	}

	private save({ staticData }: Workflow): void {
		if (!staticData.__dataChanged) return;
		this.savedState = JSON.stringify(staticData);
		staticData.__dataChanged = false;
		this.saves += 1;
	}
}
