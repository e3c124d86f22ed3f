import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { nodeError } from '../errors/nodeError';
import { ServiceError } from '../errors/serviceError';
import type { Done, Failed, ItemStatus, Outcome } from './itemResult';
import { describeProgress } from './report/progress';

/** The results of all input items of an execution, and what n8n is told of them. */
export class Outcomes {
	private readonly outcomes: Array<Outcome | undefined>;

	/** Index of the item that failed first. */
	firstFailure?: number;

	/** How many items ended how. */
	readonly counts: Record<ItemStatus, number> = {
		sent: 0,
		skipped: 0,
		notSent: 0,
		possiblySent: 0,
	};

	/** @param sends whether the operation sends: whether it has the option Send Once Key */
	constructor(
		private readonly node: INode,
		readonly itemCount: number,
		readonly sends: boolean,
	) {
		this.outcomes = new Array<Outcome | undefined>(itemCount).fill(undefined);
	}

	/** Notes the result of an item, unless it was not tried because the execution ended before its turn. */
	add(itemIndex: number, outcome: Outcome): void {
		if ('error' in outcome) {
			const { error, isFinal } = outcome;
			if (error instanceof ServiceError && error.about === 'stop' && !isFinal) return;
			this.firstFailure ??= itemIndex;
		}
		this.outcomes[itemIndex] = outcome;
		this.counts[outcome.status]++;
	}

	/** Tells whether the result of an item is known. */
	has(itemIndex: number): boolean {
		return this.outcomes[itemIndex] !== undefined;
	}

	/** Items that did not fail. */
	get done(): Array<[itemIndex: number, done: Done]> {
		return this.outcomes.flatMap((outcome, itemIndex) =>
			outcome && 'items' in outcome ? [[itemIndex, outcome]] : [],
		);
	}

	/** How many items were tried without a Send Once Key. */
	get keyless(): number {
		return this.outcomes.filter((outcome) => outcome?.isKeyless).length;
	}

	/** Lists the items by their status, where the result of any is known. */
	progress(failed?: number): string | undefined {
		if (this.outcomes.every((outcome) => outcome === undefined)) return undefined;
		return describeProgress(this.outcomes, this.sends, failed);
	}

	/**
	 * Returns the parts of a message about several items: first how many may have been done, where the error is
	 * about another one, and last how many were: "2 of 5 items were sent".
	 * @param failed index of the item that the error is about; undefined where it is about all of them
	 */
	summary(failed?: number): { prefix?: string; progress?: string } {
		const { itemCount, outcomes } = this;
		const { sent, possiblySent } = this.counts;
		if (itemCount <= 1 || outcomes.every((outcome) => outcome === undefined)) return {};
		const verb = this.sends ? 'sent' : 'done';
		const done = `${sent} of ${itemCount} items ${sent === 1 ? 'was' : 'were'} ${verb}`;
		const isOfFailed = failed !== undefined && outcomes[failed]?.status === 'possiblySent';
		// The error of a doubtful item begins with its own doubt.
		if (isOfFailed) {
			return { progress: possiblySent > 1 ? `${done}, ${possiblySent} may have been` : done };
		}
		const prefix =
			possiblySent > 0 && `${possiblySent} of ${itemCount} items may have been ${verb}`;
		return { ...(prefix && { prefix }), progress: done };
	}

	/** Adds to what is said of an item that failed. Tells whether it did. */
	note(itemIndex: number, note: string): boolean {
		const outcome = this.outcomes[itemIndex];
		if (!outcome || !('error' in outcome)) return false;
		this.outcomes[itemIndex] = { ...outcome, note };
		return true;
	}

	/** Returns the output items in the order of the input items, each paired with its own. */
	output(): INodeExecutionData[] {
		return this.outcomes.flatMap((outcome, itemIndex) =>
			outcome ? this.outputOf(outcome, itemIndex) : [],
		);
	}

	/** Returns the error of the item that failed first, which says what became of the others; undefined where none did. */
	failure(): Error | undefined {
		const { firstFailure: itemIndex = -1 } = this;
		const failure = this.outcomes[itemIndex];
		if (!failure || !('error' in failure)) return undefined;
		const addition = [failure.note, this.progress(itemIndex)].filter(Boolean).join('\n\n');
		return nodeError(this.node, failure.error, {
			itemIndex,
			...this.summary(itemIndex),
			addition,
		});
	}

	/** Returns the output items of one input item, each paired with it. */
	private outputOf(outcome: Outcome, itemIndex: number): INodeExecutionData[] {
		const pairedItem = { item: itemIndex };
		if ('items' in outcome) return outcome.items.map((json) => ({ json, pairedItem }));
		const error = nodeError(this.node, outcome.error, { itemIndex, addition: outcome.note });
		const json = { error: error.message, errorDetails: detailsOf(outcome, error) };
		const item: INodeExecutionData = { json, pairedItem };
		if (this.node.onError === 'continueErrorOutput') {
			// n8n moves items that have an error to the error output, with the input item's data. Of an
			// item that still has one afterwards it keeps the message alone, so it must not be copied along.
			Object.defineProperty(item, 'error', { value: error, enumerable: false, writable: true });
		}
		return [item];
	}
}

/**
 * Returns the details by which a workflow can decide: whether the item may have been done, and what the failure is about.
 * @param shown the error as n8n shows it
 */
function detailsOf(
	{ error, status, isFinal }: Failed,
	shown: ReturnType<typeof nodeError>,
): IDataObject {
	const isOfService = error instanceof ServiceError;
	const about = isOfService ? error.about : !isFinal && 'input';
	const { statusCode } = isOfService ? error : {};
	const { description } = shown;
	return {
		mayHaveBeenSent: status === 'possiblySent',
		...(about && about !== 'stop' && { about }),
		...(statusCode !== undefined && { httpCode: String(statusCode) }),
		...(description && { description }),
	};
}
