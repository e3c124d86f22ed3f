import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { nextNumber, openQuestion } from './openQuestion';

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
