import { conflict, notFound } from '../protocol/errors';
import type { LeasePool, NumberRecord } from '../protocol/schemas';
import type { PoolNumber } from '../settings/fictionalPool';
import type { Settings } from '../settings/settings';

/** Query of the purchasable list (section 4.5); what is absent does not narrow. */
export interface PoolFilters {
	supports?: readonly string[];
	type?: string;
	country?: string;
	carrier?: string;
}

type PoolSettings = Pick<Settings, 'pool' | 'statuses' | 'health'>;

/** The numbers and which of them are leased. */
export class NumberPool {
	private readonly numbers: ReadonlyMap<string, PoolNumber>;
	private readonly adopted = new Set<string>();

	constructor(private readonly settings: PoolSettings) {
		this.numbers = new Map(settings.pool.map((number) => [number.e164, number]));
	}

	/** Every number, leased or not, as a record (section 2.1). */
	get records(): NumberRecord[] {
		return [...this.numbers.values()].map((number) => this.record(number));
	}

	/** Returns the available numbers, in the pool's order, by array. */
	purchasable(filters: PoolFilters): LeasePool {
		const listed = [...this.numbers.values()].filter(
			(number) =>
				!this.adopted.has(number.e164) &&
				(filters.country === undefined || number.country === filters.country) &&
				(filters.carrier === undefined || number.carrier === filters.carrier) &&
				(filters.supports ?? []).every((feature) => number.supports.includes(feature)),
		);
		const standingIn = (pool: keyof LeasePool) =>
			filters.type !== undefined && filters.type !== pool
				? []
				: listed
						.filter((number) => number.pools.includes(pool))
						.map((number) => this.record(number));

		return {
			text: standingIn('text'),
			imessage: standingIn('imessage'),
			whatsapp: standingIn('whatsapp'),
			voice: standingIn('voice'),
		};
	}

	/** @throws ServiceError 404 for a number that the pool does not hold. */
	status(e164: string): NumberRecord {
		return this.record(this.find(e164));
	}

	/** @throws ServiceError 404 for an unknown number, 409 for one that is leased already. */
	adopt(e164: string): PoolNumber {
		const number = this.find(e164);
		if (this.adopted.has(e164)) throw conflict(`${e164} is not available for adoption.`);
		this.adopted.add(e164);
		return number;
	}

	/** @throws ServiceError 404 for an unknown number, 409 for one that is not leased. */
	relinquish(e164: string): PoolNumber {
		const number = this.findAdopted(e164);
		this.adopted.delete(e164);
		return number;
	}

	/** Returns a number that is leased. @throws ServiceError 404 for an unknown number, 409 for one that is not leased. */
	findAdopted(e164: string): PoolNumber {
		const number = this.find(e164);
		if (!this.adopted.has(e164)) throw conflict(`${e164} is not adopted.`);
		return number;
	}

	private find(e164: string): PoolNumber {
		const number = this.numbers.get(e164);
		if (number === undefined) throw notFound(`There is no number ${e164}.`);
		return number;
	}

	private record(number: PoolNumber): NumberRecord {
		const { statuses, health } = this.settings;
		return {
			type: number.type,
			number: number.e164.slice(1),
			country: number.country,
			supports: [...number.supports],
			carrier: number.carrier,
			data: {
				status: this.adopted.has(number.e164) ? statuses.adopted : statuses.available,
				health,
				formatted: number.formatted,
				e164: number.e164,
			},
		};
	}
}
