/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in the tests, never inside n8n */
// The environment comes first: n8n-core reads it while it loads.
import './n8nEnvironment';
import 'reflect-metadata';

import { randomUUID } from 'node:crypto';

import { parse, stringify } from 'flatted';
import { WorkflowExecute } from 'n8n-core';
import type {
	IConnections,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IRun,
	NodeApiError,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import { messagingService } from './built';
import { KeyStore } from './keyStore';
import { aNode, aNodeType, leadsTo, nodeTypes } from './nodes';

const PACKAGE = 'n8n-nodes-messaging-service';

/** ID of the workflow, unless a test names its own: another one in each test file, as n8n remembers keys by it. */
const WORKFLOW_ID = `workflow ${randomUUID()}`;

/** n8n's record of keys, one for the tests of a file. */
export const keys = new KeyStore();

beforeAll(async () => await keys.register());
beforeEach(() => {
	keys.fault = () => undefined;
});

/** Name of the node that is tested, in the workflows that these functions build. */
export const NODE_NAME = 'Messaging Service';

/** Type of the node that is tested. */
export const NODE_TYPE = `${PACKAGE}.messagingService`;

/** Type of the same node as a tool of an AI agent, which n8n makes. */
export const TOOL_TYPE = `${NODE_TYPE}Tool`;

/** The same, as the review of such a tool. */
export const REVIEW_TYPE = `${NODE_TYPE}HitlTool`;

/** What is run: parameters of the node, input items, settings of the node. */
export interface RunOptions {
	/** Parameters, as a saved workflow holds them; `{{ }}` expressions work. */
	parameters: INodeParameters;
	/** `json` of the input items; one empty item by default. */
	input?: IDataObject[];
	credentials: ICredentialDataDecryptedObject;
	/** Settings of the node: onError, retryOnFail, maxTries, ... */
	node?: Partial<INode>;
	/** Called with the function that stops the execution, as a user does. */
	onStart?: (stop: () => void) => void;
	/** Further node types, by full name. */
	types?: Record<string, INodeType>;
	/** Further nodes of the workflow. */
	nodes?: INode[];
	/** Further connections. */
	connections?: IConnections;
	/** Type of the node, the package's own by default. */
	type?: string;
	workflowId?: string;
	/** What n8n takes for its own address. */
	address?: string;
	/** Time zone of the workflow. */
	timezone?: string;
	/** A failed execution that is tried again, as n8n's button *Retry* does it: with what n8n saved of it. */
	retryOf?: IRun;
	/** Called with what n8n-core gives to the node, e.g. to take away what an older n8n lacks. */
	beforeExecute?: (context: IExecuteFunctions) => void;
	/** Whether the execution must end with an error. Without it, an error is thrown. */
	fails?: boolean;
}

/** What a test reads of an error: not its stack, in which the built file stands with lines of 25 kB. */
export type RunError = Pick<NodeApiError, 'message' | 'description' | 'httpCode' | 'context'>;

/** What came of a run. */
export interface RunResult {
	/** Output items of the node's first output; in a loop, of all rounds. */
	items: INodeExecutionData[];
	/** `json` of the same. */
	json: IDataObject[];
	/** Output items of the node's error output, where it has one. */
	errorItems: INodeExecutionData[];
	/** What the output panel says, beside the items; in a loop, of the last round. */
	hints: string[];
	/** The error that ended the execution. It is there only where `fails` says so. */
	error: RunError;
	/** All that n8n would save. */
	run: IRun;
}

/**
 * Runs the built node inside n8n-core, in a workflow "Source -> node".
 * @throws Error where the execution ends otherwise than `fails` says; one that its user stops may end in any way
 */
export async function runNode(options: RunOptions): Promise<RunResult> {
	const { input = [{}], credentials, address } = options;
	const items = input.map((json, item) => ({ json, pairedItem: { item } }));
	const source = aNodeType('Source', async () => [items]);
	const types = typesFor(options, source);
	const workflow = workflowFor(options, types);
	const additionalData = createAdditionalData(credentials, types, address);
	const execution = new WorkflowExecute(additionalData, 'manual');
	const running = options.retryOf
		? retry(options.retryOf, workflow, additionalData)
		: execution.run({ workflow, startNode: workflow.getNode('Source') ?? undefined });
	options.onStart?.(() => running.cancel());
	const result = resultOf(await running);
	const { error } = result as Partial<RunResult>;
	if (options.onStart) return result;
	if (error && !options.fails) throw new Error(`The node failed: ${error.message.slice(0, 500)}`);
	if (!error && options.fails) throw new Error('The node did not fail');
	return result;
}

/** Returns the node types of a run: the node that is tested, also as a tool and as a review, and those beside it. */
function typesFor({ beforeExecute, types }: RunOptions, source: INodeType): INodeTypes {
	const tested = beforeExecute ? observed(beforeExecute) : messagingService;
	return nodeTypes({
		[NODE_TYPE]: tested,
		[TOOL_TYPE]: tested,
		[REVIEW_TYPE]: tested,
		source,
		...types,
	});
}

/** Returns the workflow of a run. */
function workflowFor(options: RunOptions, types: INodeTypes): Workflow {
	const { parameters, node, nodes = [], type = NODE_TYPE } = options;
	const source = aNode({ id: 'source', name: 'Source' });
	const tested = aNode({ name: NODE_NAME, type, parameters, ...node });

	return new Workflow({
		id: options.workflowId ?? WORKFLOW_ID,
		name: 'Test',
		active: false,
		nodeTypes: types,
		settings: { executionOrder: 'v1', timezone: options.timezone },
		nodes: [source, tested, ...nodes],
		connections: {
			Source: leadsTo(NODE_NAME),
			...options.connections,
		},
	});
}

function resultOf(run: IRun): RunResult {
	const { runData, error: ending } = run.data.resultData;
	const rounds = runData[NODE_NAME] ?? [];
	const outputOf = (index: number) => rounds.flatMap(({ data }) => data?.main[index] ?? []);
	const [items, errorItems] = [outputOf(0), outputOf(1)];
	const hints = rounds.at(-1)?.hints ?? [];
	const error = (ending ?? rounds[0]?.error) as RunError | undefined;

	return {
		items,
		json: items.map(({ json }) => json),
		errorItems,
		hints: hints.map(({ message }) => message),
		...(error && { error: readable(error) }),
		run,
	} as RunResult;
}

const readable = ({ message, description, httpCode, context }: RunError): RunError => ({
	message,
	description,
	httpCode,
	context,
});

/** Continues a failed execution: n8n takes the failed run out of the saved data, and starts at its node again. */
function retry(
	{ data }: IRun,
	workflow: Workflow,
	additionalData: ConstructorParameters<typeof WorkflowExecute>[0],
) {
	const saved = parse(stringify(data)) as IRun['data'];
	const { resultData } = saved;
	delete resultData.error;
	if (resultData.lastNodeExecuted) resultData.runData[resultData.lastNodeExecuted].pop();
	// As where the workflow is loaded as it is saved now.
	for (const waiting of saved.executionData?.nodeExecutionStack ?? []) {
		waiting.node = workflow.getNode(waiting.node.name) ?? waiting.node;
	}
	return new WorkflowExecute(additionalData, 'retry', saved).processRunExecutionData(workflow);
}

/** The built node, which gives its context away before it runs. */
function observed(look: (context: IExecuteFunctions) => void): INodeType {
	return Object.assign(Object.create(messagingService) as INodeType, {
		async execute(this: IExecuteFunctions) {
			look(this);
			return await messagingService.execute?.call(this);
		},
	});
}
