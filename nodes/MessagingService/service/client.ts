import type { Exchange } from '../transport/exchange';
import {
	GENERATE_INTENT,
	NEW_OTP,
	NUMBER_STATUS,
	PURCHASABLE,
	REGISTER,
	RELINQUISH,
	SEND_TEXT,
	SEND_TEXT_ENTERPRISE,
	VERIFY_OTP,
} from './endpoints';
import type { NumberRecord, PurchasableNumbers } from './numbers';
import type {
	IntentRequest,
	OtpAttempt,
	OtpRequest,
	PurchasableFilters,
	TextMessage,
} from './types';

/**
 * The service, one function for each of its endpoints (section 4). Numbers are in E.164.
 * Each returns the body of the answer, unchanged, and throws a ServiceError, free of the API token, otherwise.
 */
export class ServiceClient {
	/** @param baseUrl `{base_url}` of the service, without a trailing slash */
	constructor(
		private readonly exchange: Exchange,
		readonly baseUrl: string,
	) {}

	async sendText(body: TextMessage) {
		const { whatsapp, intent } = body.beta_features ?? {};
		const endpoint = whatsapp || intent ? SEND_TEXT_ENTERPRISE : SEND_TEXT;
		return await this.exchange({ endpoint, body });
	}

	async newOtp(body: OtpRequest) {
		return await this.exchange({ endpoint: NEW_OTP, body });
	}

	async verifyOtp(body: OtpAttempt) {
		return await this.exchange({ endpoint: VERIFY_OTP, body });
	}

	async generateIntent(body: IntentRequest) {
		return await this.exchange({ endpoint: GENERATE_INTENT, body });
	}

	async getPurchasable(filters: PurchasableFilters): Promise<PurchasableNumbers> {
		const query = new URLSearchParams();
		for (const value of filters.supports ?? []) query.append('supports', value);
		for (const key of ['type', 'country', 'carrier'] as const) {
			const value = filters[key];
			if (value) query.append(key, value);
		}
		return await this.exchange({ endpoint: PURCHASABLE, query });
	}

	async getStatus(number: string): Promise<NumberRecord> {
		return await this.exchange({ endpoint: NUMBER_STATUS, parts: { number } });
	}

	/** Adopts a number, which costs money. */
	async register(number: string) {
		return await this.exchange({ endpoint: REGISTER, parts: { number } });
	}

	async relinquish(number: string) {
		return await this.exchange({ endpoint: RELINQUISH, parts: { number } });
	}
}
