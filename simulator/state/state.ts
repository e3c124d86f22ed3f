import { randomUUID } from 'node:crypto';

import type { Crumbs } from '../protocol/schemas';
import type { Account, Settings } from '../settings/settings';
import { History } from './history';
import { NumberPool } from './numberPool';

/** How a message travels. */
export type Channel = 'sms' | 'imessage' | 'whatsapp' | 'intent';

/** A message that the simulated service delivered. */
export interface SentMessage {
	id: string;
	/** Milliseconds since 1970. */
	sentAt: number;
	/** Name of the account that sent it. */
	account: string;
	channel: Channel;
	/** E.164; the service's own sender where the request named none. */
	from: string;
	/** E.164. */
	to: string;
	text: string;
	/** The fallback flag of the request, absent where it was not sent. */
	fallback?: boolean;
	/** The one-time password in the text. */
	otp?: { otpId: string; code: string };
	/** Why a service would hardly have sent it. */
	warning?: string;
}

/** A one-time password that was sent. */
export interface SentOtp {
	otpId: string;
	/** E.164. */
	to: string;
	code: string;
	/** Milliseconds since 1970. */
	createdAt: number;
	/** Wrong codes so far. */
	failedAttempts: number;
	verified: boolean;
}

/** A message to deliver: the service's own sender sends it where it names none. */
type Outgoing = Omit<SentMessage, 'id' | 'sentAt' | 'account' | 'from'> & { from?: string };

/** Sender of messages without `from`. */
const SENDER = '+12025550100';

/** All that the simulated service remembers. */
export class State {
	/** Tells this simulator from an earlier one at the same port. */
	private readonly id = randomUUID();
	private changes = 0;

	messages!: History<SentMessage>;
	pool!: NumberPool;
	sentOtps!: History<SentOtp>;
	private quotas!: Map<string, number>;

	constructor(readonly settings: Settings) {
		this.reset();
	}

	/** Oldest first. */
	get otps(): SentOtp[] {
		return [...this.sentOtps.kept];
	}

	/** Names what the inbox shows: another name after each change. */
	get name(): string {
		return `${this.id}-${this.changes}`;
	}

	/** Notes that the inbox shows something else. */
	changed(): void {
		this.changes += 1;
	}

	/** Forgets everything and makes every number available again. */
	reset(): void {
		this.messages = new History(this.settings.historyLimit);
		this.sentOtps = new History(this.settings.historyLimit);
		this.pool = new NumberPool(this.settings.pool);
		this.quotas = new Map();
		this.changed();
	}

	/**
	 * Sends a message: remembers it, shows it in the inbox, and takes it off the account's quota.
	 * @returns the crumbs (section 2.5 of `docs/service.md`), with the quota that is left
	 */
	deliver({ name, plan, quota: most }: Account, message: Outgoing): Crumbs {
		const quota = Math.max(0, (this.quotas.get(name) ?? most) - 1);
		this.quotas.set(name, quota);

		const [id, sentAt] = [randomUUID(), Date.now()];
		this.messages.add({ id, sentAt, account: name, ...message, from: message.from ?? SENDER });
		this.changed();
		return { plan, quota, type: message.channel, ad: false };
	}

	findOtp(otpId: string): SentOtp | undefined {
		return this.sentOtps.kept.find((otp) => otp.otpId === otpId);
	}
}
