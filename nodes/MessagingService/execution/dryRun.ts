import type { IDataObject } from 'n8n-workflow';

import type { ItemParameters } from '../parameters/itemParameters';
import { DRY_RUN } from '../parameters/options';
import type { Job } from '../resources/operation';
import type { Hints } from './hints';
import type { Outcomes } from './outcomes';

/** Most countries that the output panel names one by one. */
const MAX_NAMED = 10;

/** What would be sent by the items of which a Dry Run is wanted. */
export class DryRun {
	/** Items that were read, also those that cannot be sent. */
	private read = 0;

	private readonly previews: Array<{ itemIndex: number; item: IDataObject }> = [];

	private readonly keys = new Set<string>();

	private skipped = 0;

	private parts = 0;

	/** Messages by recipient, and by country. */
	private readonly recipients = new Map<unknown, number>();

	private readonly countries = new Map<unknown, number>();

	/** Whether no item of the run is to be sent. */
	isAll(jobs: unknown[]): boolean {
		return this.read > 0 && jobs.length === 0;
	}

	/** Tells whether an item is to be looked at alone; called before the rest of it is read. */
	begin(parameters: ItemParameters): boolean {
		const isDry = parameters.option(DRY_RUN) ?? false;
		if (isDry) this.read++;
		return isDry;
	}

	/** Notes the key of an item that is sent: of those behind it that have the same, none would be. */
	note(sendOnceKey?: string): void {
		if (sendOnceKey !== undefined) this.keys.add(sendOnceKey);
	}

	/** Notes what an item would send. */
	add(itemIndex: number, { preview, sms }: Job, sendOnceKey?: string): void {
		const item: IDataObject = { dryRun: true, ...preview?.() };
		if (sms) Object.assign(item, { parts: sms.count, encoding: sms.encoding });
		if (sendOnceKey !== undefined) item.sendOnceKey = sendOnceKey;
		this.previews.push({ itemIndex, item });
		if (sendOnceKey !== undefined && this.keys.has(sendOnceKey)) {
			item.skipped = true;
			this.skipped++;
			return;
		}
		this.note(sendOnceKey);
		this.parts += sms?.count ?? 0;
		increase(this.recipients, item.to);
		increase(this.countries, item.country);
	}

	/** Gives the items, and sums up what they would send. */
	end(outcomes: Outcomes, hints: Hints): void {
		if (this.read === 0) return;
		for (const { itemIndex, item } of this.previews) {
			outcomes.add(itemIndex, { fate: 'notSent', became: 'skipped', items: [item] });
		}
		hints.add({ message: this.summary, type: 'info', location: 'outputPane' });
	}

	private get summary(): string {
		const { recipients, countries, skipped, parts, keys } = this;
		const several = [...recipients.values()].filter((messages) => messages > 1).length;
		const refused = this.read - this.previews.length;
		const counts = [
			of(this.read, 'item'),
			recipients.size > 0 && of(recipients.size, 'different recipient'),
			several > 0 && `${of(several, 'recipient')} would get more than one message`,
			countries.size > 0 && `countries: ${listed(countries)}`,
			parts > 0 && of(parts, 'SMS part'),
			skipped > 0 && `${of(skipped, 'item')} would be skipped, as an earlier one has the same key`,
			refused > 0 && `${of(refused, 'item')} cannot be sent`,
		];
		const unknown = keys.size > 0 ? ' Keys that earlier runs used were not looked up.' : '';
		return `Dry Run, nothing was sent. ${counts.filter(Boolean).join('; ')}.${unknown}`;
	}
}

const of = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

function increase(counts: Map<unknown, number>, what: unknown): void {
	counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** Returns countries with their messages, those with most of them first: "US 12, CA 3, unknown 1". */
function listed(countries: Map<unknown, number>): string {
	const sorted = [...countries].sort(([, a], [, b]) => b - a);
	const named = sorted
		.slice(0, MAX_NAMED)
		.map(([country, messages]) => `${country ?? 'unknown'} ${messages}`);
	const more = sorted.length - named.length;
	return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
