import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';

/** The question that an execution asks: its links, and the waiting for its answer. */
export class AskedQuestion {
	constructor(private readonly context: IExecuteFunctions) {}

	/** Time zone of the workflow. */
	get timezone(): string {
		return this.context.getTimezone();
	}

	/**
	 * Gives a signed link to the node's page.
	 * @param query what the link itself says of the answer
	 * @throws InputError where this n8n cannot sign links
	 */
	link(query: Record<string, string> = {}): string {
		if (typeof this.context.getSignedResumeUrl !== 'function') {
			throw new InputError(
				'This version of n8n cannot sign the links by which a message is answered',
				'Update n8n. The operation "Send" works in this version too.',
			);
		}
		const number = String(nextNumber(this.context));
		return this.context.getSignedResumeUrl({ ...query, q: number });
	}

	/** Makes the links work, and lets the execution wait. */
	async wait(until: Date): Promise<void> {
		openQuestion(this.context, nextNumber(this.context), until);
		await this.context.putExecutionToWait(until);
	}
}

/** The question that the node waits for, in an execution in which it may have asked others before. */
interface OpenQuestion {
	/** Counts the questions of this node in this execution, from 1. */
	number: number;
	/** Until when it can be answered, in ms since 1970. */
	until: number;
}

const NAME = 'openQuestion';

/** Gives the number of the question that is asked next. */
function nextNumber(context: IExecuteFunctions): number {
	const last = context.getContext('node')[NAME] as OpenQuestion | undefined;
	return (last?.number ?? 0) + 1;
}

/** Notes which question is open now: in n8n's record of the execution, which outlasts a restart. */
function openQuestion(context: IExecuteFunctions, number: number, until: Date): void {
	context.getContext('node')[NAME] = { number, until: until.getTime() } satisfies OpenQuestion;
}

/**
 * Tells whether a link leads to the question that is open now. In a loop, n8n itself would take a link
 * of an earlier round for one of the present round: the signature is that of execution and node.
 */
export function isOpen(context: IWebhookFunctions, number: unknown): boolean {
	// A webhook has no other way to the node's context.
	const node = JSON.stringify(context.getNode().name).replace(/}/g, '\\u007d');
	const read = (name: keyof OpenQuestion) =>
		Number(context.evaluateExpression(`{{ $node[${node}].context.${NAME}?.${name} }}`));
	return read('number') === Number(number) && Date.now() < read('until');
}
