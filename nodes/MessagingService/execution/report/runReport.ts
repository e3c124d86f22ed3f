import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { isEngine2 } from '../../engine';
import { onceKeyOf, type Operation } from '../../resources/operation';
import { capitalized, has, plural, them, was } from '../../wording';
import { isFailed } from '../itemResult';
import type { Account } from './account';
import { ofItems, ofLongTexts } from './hints';

/** Items after which the log gets a line. */
const ITEMS_PER_LINE = 1_000;

/** Tells users and the log what becomes of the items of an operation that sends, or whose items have keys. */
export class RunReport {
	private readonly tells: boolean;

	private readonly usesKeys: boolean;

	constructor(
		private readonly context: IExecuteFunctions,
		operation: Operation,
		private readonly account: Account,
	) {
		const options = (context.getNode().parameters.options ?? {}) as IDataObject;
		const onceKey = onceKeyOf(operation);
		this.usesKeys = onceKey !== undefined && Boolean(options[onceKey.field.name]);
		this.tells = operation.effect === 'sends' || this.usesKeys;
	}

	/** Logs a line after every 1,000 items. */
	progress(): void {
		const { resultCount, itemCount } = this.account.results;
		if (resultCount % ITEMS_PER_LINE === 0 && resultCount < itemCount) this.logCounts();
	}

	/** Logs how many items have a result, and which. */
	logCounts(): void {
		const { resultCount, itemCount } = this.account.results;
		// What runs for single items, as behind a webhook, would fill the log.
		if (this.tells && itemCount > 1) this.log(`${resultCount} of ${itemCount} items${this.counts}`);
	}

	/**
	 * Logs how it ended. Returns what the output panel says.
	 * @param notMarked messages that were sent, which the record of keys does not say
	 * @param notGivenBack items that were not sent, whose keys could not be given back
	 */
	end({ notMarked = 0, notGivenBack = 0 } = {}): NodeExecutionHint[] {
		if (!this.tells) return [];
		this.logCounts();

		const warnings = [...this.ofRecord(notMarked, notGivenBack), ...this.withoutKey()];
		for (const warning of warnings) this.log(warning, 'warning');
		// In Engine 2.0 hints stand in the log, as these do already.
		const shown = isEngine2(this.context) ? [] : warnings;
		const hints = shown.map((message): NodeExecutionHint => ({ message, type: 'warning' }));

		const { itemCount, counts } = this.account.results;
		const message = itemCount > 1 ? this.ofAllItems() : this.ofSingleItem();
		const type = counts.possiblySent > 0 ? 'warning' : 'info';
		return message ? [...hints, { message, type }] : hints;
	}

	/**
	 * Says above the items what is to be known of a run, or in the log where n8n's Engine 2.0 shows no hints. A run that
	 * fails as a whole says nothing here.
	 */
	show(hintsOfRun: NodeExecutionHint[]): void {
		const { results } = this.account;
		for (const hint of [...ofItems(results), ...hintsOfRun, ...ofLongTexts(results)]) {
			if (isEngine2(this.context)) this.log(hint.message, hint.type);
			// Older versions of n8n lack it.
			else this.context.addExecutionHints?.(hint);
		}
	}

	private log(message: string, type: NodeExecutionHint['type'] = 'info'): void {
		const { context } = this;
		const level = type === 'info' ? 'info' : 'warn';
		context.logger[level](`Messaging Service node "${context.getNode().name}": ${message}`);
	}

	/** Warns of keys that n8n's database did not take. */
	private ofRecord(notMarked: number, notGivenBack: number): string[] {
		const { words } = this.account;
		const warnings: string[] = [];
		if (notMarked > 0) {
			warnings.push(
				`${this.things(notMarked)} ${words.done}, but n8n's database failed to record that. Another run does not ${words.do} ${them(notMarked)} again, but may report ${them(notMarked)} as possibly ${words.done}.`,
			);
		}
		if (notGivenBack > 0) {
			warnings.push(
				`${this.things(notGivenBack)} not ${words.done}, but n8n's database failed to give back the ${words.keyName}. Another run may skip ${them(notGivenBack)} as possibly ${words.done}.`,
			);
		}
		return warnings;
	}

	/** Warns of items without a key, where others have one. */
	private withoutKey(): string[] {
		const { results, words } = this.account;
		const keyless = results.where(({ isKeyless }) => isKeyless).length;
		if (!this.usesKeys || keyless === 0) return [];

		const { itemCount } = results;
		const which = itemCount === 1 ? 'The item' : `${keyless} of ${itemCount} items`;
		return [
			`${which} ${has(keyless)} no ${words.keyName}. Another run ${words.does} ${them(keyless)} again.`,
		];
	}

	private ofAllItems(): string {
		const { results, words } = this.account;
		const otherKey = this.usesKeys ? `, with another ${words.keyName}` : '';
		const check =
			results.counts.possiblySent > 0
				? `. Check what was possibly ${words.done} before you ${words.do} it again${otherKey}.`
				: '';
		return `${results.itemCount} items${this.counts}${check}`;
	}

	private ofSingleItem(): string | undefined {
		const { results, words } = this.account;
		const { skipped, notSent, possiblySent } = results.counts;
		if (possiblySent > 0) return this.ofPossiblySent();
		if (results.skips.doNotSendTo > 0) {
			return "Skipped: the recipient is in 'Do Not Send To'.";
		}
		if (skipped > 0) {
			// A node has one record of keys, whatever its operation.
			return words.thing === 'message'
				? `Skipped: a message with this ${words.keyName} was sent before.`
				: `Skipped: this ${words.keyName} was used before.`;
		}
		return notSent > 0 ? `${capitalized(`not ${words.done}`)}. The output says why.` : undefined;
	}

	private ofPossiblySent(): string {
		const { results, words } = this.account;
		const isSkipped = results.where((result) => !isFailed(result) && result.skippedBy === 'key');
		const beginning = isSkipped.length > 0 ? 'Skipped: this' : 'This';
		const orRecipient = words.thing === 'message' ? ' or the recipient' : '';
		const check = `${beginning} ${words.thing} may have been ${words.done}. Check with your provider${orRecipient}.`;

		const otherKey = ` To ${words.do} it again, use another ${words.keyName}.`;
		return this.usesKeys ? check + otherKey : check;
	}

	/** ": 12 sent, 5 sent before, 3 on 'Do Not Send To', 2 failed, 1 possibly sent", without what is zero. */
	private get counts(): string {
		const { results, words } = this.account;
		const { sent, notSent, possiblySent } = results.counts;
		const said = [
			[sent, words.done],
			[results.skips.key, `${words.done} before`],
			[results.skips.doNotSendTo, "on 'Do Not Send To'"],
			[notSent, 'failed'],
			[possiblySent, `possibly ${words.done}`],
		] as const;

		const listed = said.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
		return listed.length > 0 ? `: ${listed.join(', ')}` : '';
	}

	/** Returns a count of messages with its verb: "A message was", "3 messages were". */
	private things(count: number): string {
		const { aThing, thing } = this.account.words;
		return `${count === 1 ? capitalized(aThing) : plural(count, thing)} ${was(count)}`;
	}
}
