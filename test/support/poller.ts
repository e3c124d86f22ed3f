import { PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import { messagingServiceTrigger } from './built';
import { aNode, nodeTypes, workflowOf } from './nodes';

const types = nodeTypes(messagingServiceTrigger);

/** The built trigger in a workflow, polled by hand. */
export class Poller {
	/** n8n's ID of the credential. */
	credentialId = '1';

	/** What the trigger has written to n8n's log. */
	readonly log: string[] = [];

	/** The static data of the workflow as n8n has saved it, as JSON. */
	saved = '{}';

	/**
	 * @param parameters may be changed between polls, as a user changes the workflow
	 * @param credentials what it holds may be changed likewise
	 */
	constructor(
		public parameters: INodeParameters,
		readonly credentials: ICredentialDataDecryptedObject,
	) {}

	/** Polls as n8n does at its start and whenever the workflow is published; what fired, null for nothing. */
	async poll(): Promise<IDataObject[] | null> {
		return await this.activate()();
	}

	/** Polls as n8n does for a test in the editor. */
	async test(): Promise<IDataObject[] | null> {
		return await this.activate('manual')();
	}

	/** Activates the workflow: returns what n8n calls at each poll time, whether the last poll has ended or not. */
	activate(mode: 'trigger' | 'manual' = 'trigger'): () => Promise<IDataObject[] | null> {
		const node = aNode({
			name: 'Trigger',
			type: 'n8n-nodes-messaging-service.messagingServiceTrigger',
			parameters: this.parameters,
			credentials: { messagingServiceApi: { id: this.credentialId, name: 'Simulator' } },
		});
		const staticData = JSON.parse(this.saved) as IDataObject;
		const workflow = workflowOf(node, types, staticData);

		const context = new PollContext(
			workflow,
			workflow.getNode(node.name) ?? node,
			createAdditionalData(this.credentials, types),
			mode,
			'activate' as WorkflowActivateMode,
		);
		const logger = { warn: (message: string) => this.log.push(message) };
		Object.defineProperty(context, 'logger', { value: logger });

		return async () => {
			const output = await messagingServiceTrigger.poll?.call(context);
			if (mode === 'trigger') this.saved = JSON.stringify(workflow.staticData);
			return output ? output[0].map(({ json }) => json) : null;
		};
	}
}
