import type { Exchange } from '../transport/exchange';
import * as ENDPOINTS from './endpoints';
import { type NumberRecord, type PurchasableNumbers, startingWith } from './numbers';

// The sections are those of `docs/service.md`.

/** Body of POST /send/text (section 4.1). */
export interface TextMessage {
	/** Recipient, E.164; the service tries to convert other forms. */
	to: string;
	message: string;
	beta_features?: {
		/** Sender, E.164. */
		from?: string;
		imessage?: true;
		whatsapp?: true;
		fallback?: boolean;
		intent?: true;
	};
}

/** Body of POST /enterprise/message/generate (section 4.3). */
export interface IntentRequest {
	toNumber: string;
	fromNumber?: string;
	embedText?: string;
	imageURL?: string;
	companyName?: string;
	option?: string;
}

/** Query of GET /enterprise/lease/purchasable (section 4.5), and what is looked for in its answer. */
export interface PurchasableFilters {
	supports?: string[];
	type?: string;
	country?: string;
	carrier?: string;
	/** First digits of the numbers, with country code and without a plus. The service has no such filter, so it is not sent. */
	numberStartsWith?: string[];
}

/**
 * The service, one function for each of its endpoints (section 4). Numbers are in E.164.
 * Each returns the body of the answer, unchanged, and throws a ServiceError, free of the API token, otherwise.
 */
export class ServiceClient {
	/**
	 * @param baseUrl `{base_url}` of the service, without a trailing slash
	 * @param account tells its account from others, without the token
	 */
	constructor(
		private readonly exchange: Exchange,
		readonly baseUrl: string,
		readonly account = '',
	) {}

	/** Sends a message: POST /send/text (section 4.1). */
	async sendText(body: TextMessage) {
		const { whatsapp, intent } = body.beta_features ?? {};
		const isEnterprise = whatsapp === true || intent === true;
		const endpoint = isEnterprise ? ENDPOINTS.SEND_TEXT_ENTERPRISE : ENDPOINTS.SEND_TEXT;
		return await this.exchange({ endpoint, named: body.to, body });
	}

	/** Sends a one-time password: POST /otp/new (section 4.2). */
	async newOtp(body: { to: string; language?: string; name?: string }) {
		return await this.exchange({ endpoint: ENDPOINTS.NEW_OTP, named: body.to, body });
	}

	/** Checks a one-time password: POST /otp/verify (section 4.4). Each call counts as an attempt. */
	async verifyOtp(body: { otp_id: string; otp: string }) {
		return await this.exchange({ endpoint: ENDPOINTS.VERIFY_OTP, body });
	}

	/** Generates a message intent: POST /enterprise/message/generate (section 4.3). */
	async generateIntent(body: IntentRequest) {
		return await this.exchange({ endpoint: ENDPOINTS.GENERATE_INTENT, named: body.toNumber, body });
	}

	/** Lists the available numbers that fit: GET /enterprise/lease/purchasable (section 4.5). */
	async getPurchasable(filters: PurchasableFilters): Promise<PurchasableNumbers> {
		const query = new URLSearchParams();
		for (const value of filters.supports ?? []) query.append('supports', value);
		for (const key of ['type', 'country', 'carrier'] as const) {
			const value = filters[key];
			if (value) query.append(key, value);
		}

		const answer = await this.exchange({ endpoint: ENDPOINTS.PURCHASABLE, query });
		return filters.numberStartsWith ? startingWith(answer, filters.numberStartsWith) : answer;
	}

	/** Reads the record of a number: GET /enterprise/lease/status/{number} (section 4.6). */
	async getStatus(number: string): Promise<NumberRecord> {
		return await this.exchange({ endpoint: ENDPOINTS.NUMBER_STATUS, named: number });
	}

	/** Adopts a number, which costs money: POST /enterprise/lease/register/{number} (section 4.7). */
	async register(number: string) {
		return await this.exchange({ endpoint: ENDPOINTS.REGISTER, named: number });
	}

	/** Gives a number back: POST /enterprise/lease/relinquish/{number} (section 4.8). */
	async relinquish(number: string) {
		return await this.exchange({ endpoint: ENDPOINTS.RELINQUISH, named: number });
	}
}
