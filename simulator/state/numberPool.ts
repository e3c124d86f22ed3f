import { conflictError, notFoundError } from '../protocol/errors';
import type { LeasePool, NumberRecord, PoolQuery } from '../protocol/schemas';
import type { PoolNumber } from '../settings/fictionalPool';

/** All numbers, leased or not. */
export class NumberPool {
	private readonly adopted = new Set<string>();

	constructor(private readonly numbers: readonly PoolNumber[]) {}

	/** Every number, leased or not, as a record (section 2.1). */
	get records(): NumberRecord[] {
		return this.numbers.map((number) => this.record(number));
	}

	/** Returns the available numbers that pass the filters, in the pool's order, by array. */
	purchasable({ type, country, carrier, supports = [] }: PoolQuery): LeasePool {
		const passing = this.numbers.filter(
			(number) =>
				!this.adopted.has(number.e164) &&
				(country === undefined || number.country === country) &&
				(carrier === undefined || number.carrier === carrier) &&
				[supports].flat().every((feature) => number.supports.includes(feature)),
		);
		const listedIn = (pool: keyof LeasePool) =>
			passing
				.filter(({ pools }) => pools.includes(pool) && (type ?? pool) === pool)
				.map((number) => this.record(number));

		const [text, imessage] = [listedIn('text'), listedIn('imessage')];
		return { text, imessage, whatsapp: listedIn('whatsapp'), voice: listedIn('voice') };
	}

	/** Returns the record of a number. @throws ServiceError 404 for an unknown number. */
	status = (e164: string): NumberRecord => this.record(this.find(e164));

	/** Leases a number. @throws ServiceError 404 for an unknown number, 409 for one that is leased already. */
	adopt(e164: string): PoolNumber {
		const number = this.find(e164);
		if (this.adopted.has(e164)) throw conflictError(`${e164} is not available for adoption.`);
		this.adopted.add(e164);
		return number;
	}

	/** Gives a number back. @throws ServiceError 404 for an unknown number, 409 for one that is not leased. */
	relinquish(e164: string): PoolNumber {
		const number = this.find(e164);
		if (!this.adopted.delete(e164)) throw conflictError(`${e164} is not adopted.`);
		return number;
	}

	/** Returns what a number that is leased can do; undefined for any other. */
	supportsOf(e164: string): readonly string[] | undefined {
		return this.adopted.has(e164) ? this.find(e164).supports : undefined;
	}

	private find(e164: string): PoolNumber {
		const number = this.numbers.find((one) => one.e164 === e164);
		if (number === undefined) throw notFoundError(`There is no number ${e164}.`);
		return number;
	}

	private record({ type, e164, country, supports, carrier, formatted }: PoolNumber): NumberRecord {
		const status = this.adopted.has(e164) ? 'adopted' : 'available';
		return {
			type,
			number: e164.slice(1),
			country,
			supports: [...supports],
			carrier,
			data: { status, health: 'good', formatted, e164 },
		};
	}
}
