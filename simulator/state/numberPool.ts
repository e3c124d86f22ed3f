import { conflict, notFound } from '../protocol/errors';
import type { LeasePool, NumberRecord } from '../protocol/schemas';
import type { PoolNumber } from '../settings/fictionalPool';

/** Query of the purchasable list (section 4.5 of `docs/service.md`); an absent filter lets every number through. */
export interface PoolFilters {
	supports?: readonly string[];
	type?: string;
	country?: string;
	carrier?: string;
}

/** All numbers, leased or not. */
export class NumberPool {
	private readonly numbers: ReadonlyMap<string, PoolNumber>;
	private readonly adopted = new Set<string>();

	constructor(pool: readonly PoolNumber[]) {
		this.numbers = new Map(pool.map((number) => [number.e164, number]));
	}

	/** Every number, leased or not, as a record (section 2.1). */
	get records(): NumberRecord[] {
		return [...this.numbers.values()].map((number) => this.record(number));
	}

	/** Returns the available numbers that pass the filters, in the pool's order, by array. */
	purchasable({ type, country, carrier, supports = [] }: PoolFilters): LeasePool {
		const available = [...this.numbers.values()].filter(({ e164 }) => !this.adopted.has(e164));
		const passing = available.filter(
			(number) =>
				(country === undefined || number.country === country) &&
				(carrier === undefined || number.carrier === carrier) &&
				supports.every((feature) => number.supports.includes(feature)),
		);

		const listedIn = (pool: keyof LeasePool) => {
			if (type !== undefined && type !== pool) return [];
			return passing
				.filter((number) => number.pools.includes(pool))
				.map((number) => this.record(number));
		};
		return {
			text: listedIn('text'),
			imessage: listedIn('imessage'),
			whatsapp: listedIn('whatsapp'),
			voice: listedIn('voice'),
		};
	}

	/** Returns the record of a number. @throws ServiceError 404 for an unknown number. */
	status(e164: string): NumberRecord {
		return this.record(this.find(e164));
	}

	/** Leases a number. @throws ServiceError 404 for an unknown number, 409 for one that is leased already. */
	adopt(e164: string): PoolNumber {
		const number = this.find(e164);
		if (this.adopted.has(e164)) throw conflict(`${e164} is not available for adoption.`);
		this.adopted.add(e164);
		return number;
	}

	/** Gives a number back. @throws ServiceError 404 for an unknown number, 409 for one that is not leased. */
	relinquish(e164: string): PoolNumber {
		const number = this.find(e164);
		if (!this.adopted.delete(e164)) throw conflict(`${e164} is not adopted.`);
		return number;
	}

	/** Returns what a number that is leased can do; undefined for any other. */
	supportsOf(e164: string): readonly string[] | undefined {
		return this.adopted.has(e164) ? this.numbers.get(e164)?.supports : undefined;
	}

	private find(e164: string): PoolNumber {
		const number = this.numbers.get(e164);
		if (number === undefined) throw notFound(`There is no number ${e164}.`);
		return number;
	}

	private record(number: PoolNumber): NumberRecord {
		return {
			type: number.type,
			number: number.e164.slice(1),
			country: number.country,
			supports: [...number.supports],
			carrier: number.carrier,
			data: {
				status: this.adopted.has(number.e164) ? 'adopted' : 'available',
				health: 'good',
				formatted: number.formatted,
				e164: number.e164,
			},
		};
	}
}
