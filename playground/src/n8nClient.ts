/** Any JSON object. The types of n8n-workflow would tie this to one version of n8n. */
export type Json = Record<string, unknown>;

/** A node of a workflow, as far as it is read here. */
export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Json;
	credentials?: Json;
	onError?: string;
}

/** A workflow as a file holds it. */
export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: object;
	settings?: Json;
	active?: boolean;
}

/** A workflow as n8n keeps it. */
export interface StoredWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
}

/** A credential that workflows can be given. */
export interface CredentialReference {
	id: string;
	name: string;
}

/** The owner of the n8n. */
export interface Owner {
	email: string;
	password: string;
}

/** One execution, as n8n returns it. */
export interface Execution {
	id: string;
	status: string;
	finished: boolean;
	/** JSON in the form that the library `flatted` reads. */
	data: string;
	workflowData: StoredWorkflow;
}

/** Calls n8n's internal interface, which its editor uses too. */
export class N8nClient {
	private cookie = '';

	constructor(private readonly url: string) {}

	/** The session's cookie, for a browser. */
	get session(): { name: string; value: string } {
		const [name, ...value] = this.cookie.split('=');
		return { name, value: value.join('=') };
	}

	/** Names the browser that the session belongs to: n8n checks that it stays the same. */
	readonly browserId = 'playground';

	/** Logs in, as a new owner where n8n has none yet. */
	async login({ email, password }: Owner): Promise<void> {
		const settings = await this.request<{ userManagement: { showSetupOnFirstLoad?: boolean } }>(
			'GET',
			'/rest/settings',
		);
		if (settings.userManagement.showSetupOnFirstLoad) {
			const owner = { email, password, firstName: 'Playground', lastName: 'Owner' };
			await this.request('POST', '/rest/owner/setup', owner);
		} else {
			await this.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
		}
	}

	/** Returns every node type that n8n has loaded. */
	async nodeTypes(): Promise<Array<Json & { name: string }>> {
		return await this.request('GET', '/types/nodes.json');
	}

	/** Creates a credential, or changes the one with this id. */
	async saveCredential(
		name: string,
		type: string,
		data: Json,
		id?: string,
	): Promise<CredentialReference> {
		const body = { name, type, data };
		const known = id === undefined ? [] : await this.credentials();
		const saved = known.some((credential) => credential.id === id)
			? await this.request<{ id: string }>('PATCH', `/rest/credentials/${id}`, body)
			: await this.request<{ id: string }>('POST', '/rest/credentials', body);
		return { id: saved.id, name };
	}

	/** Returns every credential. */
	async credentials(): Promise<Array<{ id: string; name: string; type: string }>> {
		return await this.request('GET', '/rest/credentials');
	}

	/** Runs a credential's test. */
	async testCredential(
		type: string,
		data: Json,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		const saved = await this.saveCredential(`Test of ${type}`, type, data);
		return await this.request('POST', '/rest/credentials/test', {
			credentials: { ...saved, type, data },
		});
	}

	/** Returns a workflow with its nodes. */
	async workflow(id: string): Promise<StoredWorkflow> {
		return await this.request('GET', `/rest/workflows/${id}`);
	}

	/** Creates a workflow. */
	async createWorkflow(workflow: WorkflowFile): Promise<StoredWorkflow> {
		return await this.request('POST', '/rest/workflows', { ...workflow, active: false });
	}

	/** Publishes a workflow, so that its triggers fire. */
	async activate({ id, versionId }: StoredWorkflow): Promise<void> {
		await this.request('POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	/** Takes a workflow back, so that its triggers no longer fire. */
	async deactivate(id: string): Promise<void> {
		await this.request('POST', `/rest/workflows/${id}/deactivate`);
	}

	/** Starts a workflow from a trigger, as the editor's button does. Gives the execution's id. */
	async run(workflow: StoredWorkflow, trigger: string): Promise<string> {
		const { executionId } = await this.request<{ executionId: string }>(
			'POST',
			`/rest/workflows/${workflow.id}/run`,
			{ workflowData: workflow, triggerToStartFrom: { name: trigger } },
		);
		return executionId;
	}

	/** Returns the 50 newest executions of a workflow, newest first. */
	async executions(workflowId: string): Promise<Array<{ id: string; status: string }>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.request<{ results: Array<{ id: string; status: string }> }>(
			'GET',
			`/rest/executions?filter=${filter}&limit=50`,
		);
		return results;
	}

	/** Returns an execution as n8n saved it. */
	async execution(id: string): Promise<Execution> {
		return await this.request('GET', `/rest/executions/${id}`);
	}

	/** Tries a failed execution again, as the button *Retry* does, to its end. Returns the new execution's id. */
	async retry(id: string, { loadWorkflow }: { loadWorkflow: boolean }): Promise<string> {
		const retried = await this.request<{ id: string }>('POST', `/rest/executions/${id}/retry`, {
			loadWorkflow,
		});
		return retried.id;
	}

	/** Stops an execution, as the editor's button does. */
	async stopExecution(id: string): Promise<void> {
		await this.request('POST', `/rest/executions/${id}/stop`);
	}

	/**
	 * Calls the interface, and keeps the session's cookie.
	 * @throws Error that quotes n8n's answer
	 */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				// A kept connection may be closed by n8n just when a busy machine sends on it again.
				connection: 'close',
				'browser-id': this.browserId,
				...(this.cookie && { cookie: this.cookie }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});

		const cookie = response.headers.getSetCookie().find((entry) => entry.startsWith('n8n-auth='));
		if (cookie) this.cookie = cookie.split(';')[0];

		const text = await response.text();
		if (!response.ok) {
			throw new Error(
				`n8n answered ${response.status} to ${method} ${path}: ${text.slice(0, 500)}`,
			);
		}

		const parsed = (text ? JSON.parse(text) : {}) as { data?: T };
		return (parsed.data ?? parsed) as T;
	}
}
