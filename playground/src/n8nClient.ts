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
export type StoredWorkflow = WorkflowFile & { id: string; versionId: string };

/** A credential that workflows can be given. */
export type CredentialReference = { id: string; name: string };

/** The owner of the n8n. */
export type Owner = { email: string; password: string };

/** Calls n8n's internal interface, which its editor uses too. */
export class N8nClient {
	/** Of the session, and the name of the browser that it belongs to: n8n checks that it stays the same. */
	protected cookie = '';
	readonly browserId = 'playground';

	constructor(private readonly url: string) {}

	/** Logs in, as a new owner where n8n has none yet. */
	async login({ email, password }: Owner): Promise<void> {
		type Settings = { userManagement: { showSetupOnFirstLoad?: boolean } };
		const { userManagement } = await this.request<Settings>('GET', '/rest/settings');
		if (userManagement.showSetupOnFirstLoad) {
			const owner = { email, password, firstName: 'Playground', lastName: 'Owner' };
			await this.request('POST', '/rest/owner/setup', owner);
		} else {
			await this.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
		}
	}

	/** Creates a credential, or changes the one with this id where it still exists. */
	async saveCredential(name: string, type: string, data: Json, known?: string) {
		const path = '/rest/credentials';
		const all = known ? await this.request<CredentialReference[]>('GET', path) : [];
		const isKnown = all.some(({ id }) => id === known);
		const [method, target] = isKnown ? ['PATCH', `${path}/${known}`] : ['POST', path];
		const { id } = await this.request<{ id: string }>(method, target, { name, type, data });
		return { id, name };
	}

	/** Creates a workflow. */
	async createWorkflow(workflow: WorkflowFile): Promise<StoredWorkflow> {
		return await this.request('POST', '/rest/workflows', { ...workflow, active: false });
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

		const set = response.headers.getSetCookie().find((cookie) => cookie.startsWith('n8n-auth='));
		if (set) this.cookie = set.split(';')[0];
		const text = await response.text();
		if (!response.ok) {
			const asked = `${response.status} to ${method} ${path}`;
			throw new Error(`n8n answered ${asked}: ${text.slice(0, 500)}`);
		}

		const parsed = (text ? JSON.parse(text) : {}) as { data?: T };
		return (parsed.data ?? parsed) as T;
	}
}
