/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';

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

/** A message intent that was generated. */
export interface Intent {
	id: string;
	toNumber: string;
	fromNumber: string;
	embedText: string;
	imageURL: string;
	companyName: string;
	option: string;
	url: string;
}

/** Events that the inbox page listens for. */
interface StateEvents {
	message: [SentMessage];
	pool: [];
	reset: [];
}

/** All that the simulated service remembers. */
export class State {
	readonly events = new EventEmitter<StateEvents>();

	messages: History<SentMessage>;
	pool: NumberPool;
	private otpsById = new Map<string, SentOtp>();
	private intentsById = new Map<string, Intent>();
	private quotas = new Map<string, number>();

	constructor(readonly settings: Settings) {
		this.messages = new History(settings.historyLimit);
		this.pool = new NumberPool(settings.pool);
	}

	/** Oldest first. */
	get otps(): SentOtp[] {
		return [...this.otpsById.values()];
	}

	/** Oldest first. */
	get intents(): Intent[] {
		return [...this.intentsById.values()];
	}

	/** Forgets everything and makes every number available again. */
	reset(): void {
		this.messages = new History(this.settings.historyLimit);
		this.pool = new NumberPool(this.settings.pool);
		this.otpsById.clear();
		this.intentsById.clear();
		this.quotas.clear();
		this.events.emit('reset');
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
		this.events.emit('message', sent);
		return sent;
	}

	/** Returns the number of messages that the account's plan still has. */
	quotaOf(account: Account): number {
		return this.quotas.get(account.name) ?? account.quota;
	}

	addOtp(otp: SentOtp): void {
		this.otpsById.set(otp.otpId, otp);
		forgetOldest(this.otpsById, this.settings.historyLimit);
	}

	findOtp(otpId: string): SentOtp | undefined {
		return this.otpsById.get(otpId);
	}

	addIntent(intent: Intent): void {
		this.intentsById.set(intent.id, intent);
		forgetOldest(this.intentsById, this.settings.historyLimit);
	}

	findIntent(id: string): Intent | undefined {
		return this.intentsById.get(id);
	}
}

/** Drops the oldest entry of too many: a Map keeps its keys in the order in which they were added. */
function forgetOldest(entries: Map<string, unknown>, limit: number): void {
	if (entries.size <= limit) return;
	const [oldest] = entries.keys();
	entries.delete(oldest);
}
