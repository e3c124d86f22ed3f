import type { Exchange } from '../transport/exchange';
import * as ENDPOINTS from './endpoints';
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
		const endpoint = whatsapp || intent ? ENDPOINTS.SEND_TEXT_ENTERPRISE : ENDPOINTS.SEND_TEXT;
		return await this.exchange({ endpoint, body });
	}

	async newOtp(body: OtpRequest) {
		return await this.exchange({ endpoint: ENDPOINTS.NEW_OTP, body });
	}

	async verifyOtp(body: OtpAttempt) {
		return await this.exchange({ endpoint: ENDPOINTS.VERIFY_OTP, body });
	}

	async generateIntent(body: IntentRequest) {
		return await this.exchange({ endpoint: ENDPOINTS.GENERATE_INTENT, body });
	}

	async getPurchasable(filters: PurchasableFilters): Promise<PurchasableNumbers> {
		const query = new URLSearchParams();
		for (const value of filters.supports ?? []) query.append('supports', value);
		for (const key of ['type', 'country', 'carrier'] as const) {
			const value = filters[key];
			if (value) query.append(key, value);
		}
		return await this.exchange({ endpoint: ENDPOINTS.PURCHASABLE, query });
	}

	async getStatus(number: string): Promise<NumberRecord> {
		return await this.exchange({ endpoint: ENDPOINTS.NUMBER_STATUS, parts: { number } });
	}

	/** Adopts a number, which costs money. */
	async register(number: string) {
		return await this.exchange({ endpoint: ENDPOINTS.REGISTER, parts: { number } });
	}

	async relinquish(number: string) {
		return await this.exchange({ endpoint: ENDPOINTS.RELINQUISH, parts: { number } });
	}
}
