import type { IDataObject } from 'n8n-workflow';

import type { View } from './expectedTrigger';
import { ExpectedTrigger } from './expectedTrigger';
import { nextTurn } from './nextTurn';
import { Poller } from './poller';
import type { Account, COUNTRIES, World } from './triggerService';
import { answer, asked, inCountry, NUMBERS } from './triggerService';

/** What the user sets. */
export interface Settings {
	event: 'numberAvailable' | 'numberStatusChanged';
	country?: keyof typeof COUNTRIES;
	numbers: string[];
	credentialId: string;
	path: string;
	token: string;
}

/** A state as text, null where it says nothing. */
function wordsOf({ status, health }: IDataObject): string | null {
	return status || health ? `${String(status || 'none')}, ${String(health || 'none')}` : null;
}

/** What fired, as text. */
function nameOf({ number, data, previous }: IDataObject): string {
	if (!previous) return String(number);
	return `${String(number)}: ${wordsOf(previous as IDataObject)} → ${wordsOf(data as IDataObject)}`;
}

/** The trigger in n8n, and beside it what a person expects. */
export class Trial {
	readonly settings: Settings = {
		event: 'numberAvailable',
		numbers: NUMBERS.slice(0, 2),
		credentialId: '1',
		path: 'a',
		token: '11',
	};

	readonly world: World = { accounts: {}, fails: false, isEmpty: false, isReversed: false };

	private readonly poller = new Poller({}, {}, answer);

	private readonly expected = new ExpectedTrigger();

	/** How many events have fired. */
	fired = 0;

	private isActivating = false;

	private poll: () => Promise<IDataObject[] | null> = async () => null;

	/** Polls that are under way, oldest first. */
	private readonly underWay: Array<() => Promise<void>> = [];

	constructor() {
		for (const account of ['a 1', 'a 2', 'b 1', 'b 2']) {
			const states = Object.fromEntries(NUMBERS.map((number) => [number, { status: account }]));
			this.world.accounts[account] = { pool: [], states };
		}
	}

	get account(): Account {
		const { path, token } = this.settings;
		return this.world.accounts[`${path} ${token[0]}`];
	}

	/** A change of the credential, which counts from the next poll on. */
	saveCredential(): void {
		const { path, token } = this.settings;
		const data = { baseUrl: `http://127.0.0.1:1/${path}`, apiToken: token, authScheme: 'Bearer' };
		Object.assign(this.poller.credentials, data);
	}

	/** Publishes the workflow as it is now, or starts n8n anew: either polls at once. */
	async publish(): Promise<void> {
		const { event, country, numbers, credentialId } = this.settings;
		this.saveCredential();
		this.poller.parameters = { event, filters: country ? { country } : {}, numbers };
		this.poller.credentialId = credentialId;
		this.poll = this.poller.activate();
		this.expected.activate();
		this.isActivating = true;
		await this.pollOnce();
	}

	/** Begins a poll. What it returns ends it, and compares what came of it with what was expected. */
	private async begin(): Promise<() => Promise<void>> {
		const { poll } = this;
		const end = this.expected.begin(this.view());
		let arrive: () => void = () => undefined;
		const arrives = new Promise<void>((resolve) => (arrive = resolve));

		const polled = asked.run({ world: structuredClone(this.world), arrives }, poll).then(
			(items) => (items ?? []).map(nameOf).sort(),
			() => 'failed' as const,
		);

		// It is on its way to the service, whatever changes now.
		await nextTurn();
		return async () => {
			const { told, saves } = this.poller;
			const toldBefore = told.length;
			arrive();
			const fired = await polled;
			const isCurrent = poll === this.poll;
			const outcome = end(isCurrent);
			if (!isCurrent) return;
			const reported = told
				.slice(toldBefore)
				.map(({ message }) => NUMBERS.filter((number) => message.includes(number)).sort());

			expect(fired === 'failed' ? fired : { fired, reported }).toEqual(outcome);

			if (outcome !== 'failed') this.saved(outcome.fired.length, this.poller.saves - saves);
		};
	}

	private saved(fired: number, saves: number): void {
		this.fired += fired;
		if (!this.isActivating && fired === 0) return;
		const isNew = this.expected.save();
		// Where nothing is new, there is nothing to save.
		if (this.isActivating) expect(saves).toBe(isNew ? 1 : 0);
		this.isActivating = false;
	}

	/** Polls, from beginning to end. */
	async pollOnce(): Promise<void> {
		const end = await this.begin();
		await end();
	}

	get isPolling(): boolean {
		return this.underWay.length > 0;
	}

	/** Begins a poll that ends later. */
	async start(): Promise<void> {
		this.underWay.push(await this.begin());
	}

	/** Ends one of the polls that are under way. */
	async finish(which: number): Promise<void> {
		const [end] = this.underWay.splice(which % Math.max(this.underWay.length, 1), 1);
		await end?.();
	}

	private view(): View {
		const { event, country, numbers, credentialId, path } = this.settings;
		const { fails, isEmpty } = this.world;
		const { pool, states } = this.account;
		const who = `${event} ${credentialId} ${path}`;
		if (event === 'numberAvailable') {
			return { of: `${who} ${country}`, pool: isEmpty ? [] : inCountry(pool, country), fails };
		}

		const asTexts = [...new Set(numbers)].map((number) => {
			const state = states[number];
			return [number, state && wordsOf(state)];
		});

		return { of: who, states: Object.fromEntries(asTexts) as never, fails };
	}
}
