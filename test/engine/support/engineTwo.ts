/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFile } from 'node:fs/promises';
import process from 'node:process';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { N8nInstance } from '../../../playground/src/n8nInstance';
import type { StoredWorkflow, WorkflowFile } from '../../../playground/src/n8nClient';
import { LOOPBACK, probePort } from '../../../playground/src/ports';
import { Installation } from '../../scale/support/installation';
import type { Server } from '../../support/servers';
import { askPostgres, startPostgres } from '../../support/servers';
import { until } from '../../support/executions';
import { installVersion, versions } from '../../versions/installed';

/** n8n's status of a step of the new engine, by the iteration of its loop. */
export interface Step {
	status: string;
	/** Name and message; no more is kept of an error. */
	error: { name: string; message: string } | null;
	/** When the engine queued it, in milliseconds since 1970. */
	queuedAt: number;
}

/** n8n with its new engine, which keeps its executions in a PostgreSQL. n8n's own database stays SQLite. */
export class EngineTwo extends Installation {
	private database!: Server;

	private n8n!: N8nInstance;

	private port!: number;

	private program?: string;

	/** Starts the playground's n8n, or the one of `test/versions` that `N8N_VERSION` names. */
	static async start(): Promise<EngineTwo> {
		return await EngineTwo.begin({ historyLimit: 200_000, requestLogLimit: 200_000 });
	}

	protected async startAll(): Promise<void> {
		this.program = await otherProgram();
		this.database = await this.startServer('postgres', startPostgres);
		this.port = await probePort(0);
		Object.assign(this.env, {
			N8N_ENABLED_MODULES: 'engine-v2',
			N8N_ENGINE_DATABASE_URL: `postgres://n8n@${LOOPBACK}:${this.database.port}/postgres`,
			N8N_ENGINE_HOST: LOOPBACK,
			N8N_ENGINE_PORT: String(await probePort(0)),
			N8N_ENGINE_CONTROL_PLANE_PORT: String(await probePort(0)),
			// What the output panel would show stands there, with its level.
			N8N_LOG_LEVEL: 'info',
			N8N_LOG_FORMAT: 'json',
		});
		await this.startN8n();
	}

	/** Starts n8n, also again after a crash. */
	async startN8n(): Promise<void> {
		const { port, program } = this;
		this.n8n = await this.startProcess('n8n', { port, program });
		await this.logIn(this.n8n);
	}

	/** Ends n8n as a crash does. */
	async crash(): Promise<void> {
		await this.n8n.crash();
	}

	/** Reads what the nodes of the package have logged so far, each line behind its level. */
	async logged(): Promise<string[]> {
		const lines = (await readFile(this.n8n.log, 'utf8')).split('\n');
		return lines.flatMap((line) => {
			// n8n prints other lines too, before it has read its settings.
			if (!line.includes('Messaging Service node')) return [];
			const { level, message } = JSON.parse(line) as { level: string; message: string };
			return [`${level}: ${message}`];
		});
	}

	/** Makes a workflow that the new engine runs. */
	async create(file: WorkflowFile): Promise<StoredWorkflow> {
		return await this.client.createWorkflow({
			...file,
			settings: { ...file.settings, engineType: 'v2' },
		});
	}

	/** Waits until an execution has ended. Its row in the engine's own table says so: `completed` or `failed`. */
	async ended(execution: string): Promise<string> {
		return await until(async () => {
			const [status] = await this.sql(
				`SELECT status FROM workflow_execution WHERE id = '${execution}'`,
			);
			if (!status) throw new Error(`Engine 2.0 has no row of execution ${execution}`);
			return ['completed', 'failed'].includes(status) && status;
		});
	}

	/** Returns what came out of a node in the last round. n8n's interface would give all items of all rounds. */
	async output(execution: string, workflow: StoredWorkflow, node: string): Promise<IDataObject[]> {
		const [items] = await this.sql(
			`SELECT outputs->0 FROM workflow_step_execution
			WHERE ${stepsOf(execution, workflow, node)} AND status = 'completed' ORDER BY iteration DESC LIMIT 1`,
		);
		return (JSON.parse(items) as INodeExecutionData[]).map(({ json }) => json);
	}

	/** IDs of the executions that the new engine has of a workflow. */
	async executions({ id }: StoredWorkflow): Promise<string[]> {
		return await this.sql(`SELECT id FROM workflow_execution WHERE workflow_id = '${id}'`);
	}

	/** Steps of a node in an execution, one for each round of its loop. */
	async steps(execution: string, workflow: StoredWorkflow, node: string): Promise<Step[]> {
		const rows = await this.sql(
			`SELECT json_build_object('status', status, 'error', error, 'queuedAt', extract(epoch FROM created_at) * 1000)
			FROM workflow_step_execution WHERE ${stepsOf(execution, workflow, node)} ORDER BY iteration`,
		);
		return rows.map((row) => JSON.parse(row) as Step);
	}

	private async sql(query: string): Promise<string[]> {
		return await askPostgres(this.database, 'postgres', query);
	}
}

function stepsOf(execution: string, { nodes }: StoredWorkflow, node: string): string {
	const { id } = nodes.find(({ name }) => name === node) ?? {};
	return `execution_id = '${execution}' AND node_id = '${id}'`;
}

async function otherProgram(): Promise<string | undefined> {
	const { N8N_VERSION } = process.env;
	if (N8N_VERSION === undefined) return undefined;
	const version = (await versions()).find(({ n8n }) => n8n === N8N_VERSION);
	if (!version) throw new Error(`There is no n8n ${N8N_VERSION} in test/versions/installed.ts`);
	return await installVersion(version, () => undefined);
}
