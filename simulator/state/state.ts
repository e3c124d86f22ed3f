import { randomUUID } from 'node:crypto';

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
	language?: string;
	name?: string;
	/** Milliseconds since 1970. */
	createdAt: number;
	/** Wrong codes so far. */
	failedAttempts: number;
	verified: boolean;
}

/** All that the simulated service remembers. */
export class State {
	/** Tells this simulator from an earlier one at the same port. */
	private readonly id = randomUUID();
	private changes = 0;

	messages: History<SentMessage>;
	pool: NumberPool;
	private otpsById = new Map<string, SentOtp>();
	private quotas = new Map<string, number>();

	constructor(readonly settings: Settings) {
		this.messages = new History(settings.historyLimit);
		this.pool = new NumberPool(settings.pool);
	}

	/** Oldest first. */
	get otps(): SentOtp[] {
		return [...this.otpsById.values()];
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
		this.pool = new NumberPool(this.settings.pool);
		this.otpsById.clear();
		this.quotas.clear();
		this.changed();
	}

	/** Sends a message: remembers it, shows it in the inbox, and takes it off the account's quota. */
	deliver(account: Account, message: Omit<SentMessage, 'id' | 'sentAt' | 'account'>): SentMessage {
		const sent = {
			id: randomUUID(),
			sentAt: Date.now(),
			account: account.name,
			...message,
		};

		this.quotas.set(account.name, Math.max(0, this.quotaOf(account) - 1));
		this.messages.add(sent);
		this.changed();
		return sent;
	}

	/** Returns the number of messages that the account's plan still has. */
	quotaOf(account: Account): number {
		return this.quotas.get(account.name) ?? account.quota;
	}

	addOtp(otp: SentOtp): void {
		this.otpsById.set(otp.otpId, otp);
		if (this.otpsById.size <= this.settings.historyLimit) return;
		// A Map keeps its keys in the order in which they were added.
		const [oldest] = this.otpsById.keys();
		this.otpsById.delete(oldest);
	}

	findOtp(otpId: string): SentOtp | undefined {
		return this.otpsById.get(otpId);
	}
}
