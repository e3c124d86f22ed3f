import { N8nClient, type Json, type StoredWorkflow } from '../../../playground/src/n8nClient';

/** One execution, as n8n returns it. */
interface Execution {
	id: string;
	status: string;
	finished: boolean;
	/** JSON in the form that the library `flatted` reads. */
	data: string;
	workflowData: StoredWorkflow;
}

/** Does in n8n what a person does in its editor. */
export class EditorClient extends N8nClient {
	/** The session's cookie, for a browser. */
	get session(): { name: string; value: string } {
		const [name, ...value] = this.cookie.split('=');
		return { name, value: value.join('=') };
	}

	nodeTypes = async (): Promise<Array<Json & { name: string }>> =>
		await this.request('GET', '/types/nodes.json');

	/** Runs a credential's test. */
	async testCredential(type: string, data: Json): Promise<{ status: string; message: string }> {
		const saved = await this.saveCredential(`Test of ${type}`, type, data);
		const credentials = { ...saved, type, data };
		return await this.request('POST', '/rest/credentials/test', { credentials });
	}

	workflow = async (id: string): Promise<StoredWorkflow> =>
		await this.request('GET', `/rest/workflows/${id}`);

	/** Publishes a workflow, so that its triggers fire. */
	activate = async ({ id, versionId }: StoredWorkflow): Promise<void> =>
		await this.request('POST', `/rest/workflows/${id}/activate`, { versionId });

	/** Takes a workflow back, so that its triggers no longer fire. */
	deactivate = async (id: string): Promise<void> =>
		await this.request('POST', `/rest/workflows/${id}/deactivate`);

	/** Starts a workflow from a trigger. Returns the execution's id. */
	async run(workflowData: StoredWorkflow, trigger: string): Promise<string> {
		const body = { workflowData, triggerToStartFrom: { name: trigger } };
		const path = `/rest/workflows/${workflowData.id}/run`;
		return (await this.request<{ executionId: string }>('POST', path, body)).executionId;
	}

	/** Returns the 50 newest executions of a workflow, newest first. */
	async executions(workflowId: string): Promise<Array<{ id: string; status: string }>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/rest/executions?filter=${filter}&limit=50`;
		return (await this.request<{ results: Execution[] }>('GET', path)).results;
	}

	execution = async (id: string): Promise<Execution> =>
		await this.request('GET', `/rest/executions/${id}`);

	/** Tries a failed execution again, to its end. Returns the new execution's id. */
	async retry(id: string, how: { loadWorkflow: boolean }): Promise<string> {
		return (await this.request<Execution>('POST', `/rest/executions/${id}/retry`, how)).id;
	}

	stopExecution = async (id: string): Promise<void> =>
		await this.request('POST', `/rest/executions/${id}/stop`);
}
