import type { IDataObject } from 'n8n-workflow';

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
 * The service, one function an endpoint (section 4).
 * Each returns the body of the answer, unchanged, and throws a ServiceError, free of the API token, otherwise.
 */
export class ServiceClient {
	/** @param baseUrl `{base_url}` of the service, without a trailing slash */
	constructor(
		private readonly exchange: Exchange,
		readonly baseUrl: string,
	) {}

	/** POST /send/text (section 4.1). */
	async sendText(body: TextMessage): Promise<IDataObject> {
		const { whatsapp, intent } = body.beta_features ?? {};
		const endpoint = whatsapp || intent ? SEND_TEXT_ENTERPRISE : SEND_TEXT;
		return await this.exchange({ endpoint, body, parts: { to: body.to } });
	}

	/** POST /otp/new (section 4.2). */
	async newOtp(body: OtpRequest): Promise<IDataObject & { otp_id: string }> {
		return await this.exchange({ endpoint: NEW_OTP, body, parts: { to: body.to } });
	}

	/** POST /otp/verify (section 4.4). Each call counts as an attempt. */
	async verifyOtp(body: OtpAttempt): Promise<IDataObject & { verified: boolean }> {
		return await this.exchange({ endpoint: VERIFY_OTP, body });
	}

	/** POST /enterprise/message/generate (section 4.3). */
	async generateIntent(body: IntentRequest): Promise<IDataObject & { url: string }> {
		const { toNumber } = body;
		return await this.exchange({ endpoint: GENERATE_INTENT, body, parts: { toNumber } });
	}

	/** GET /enterprise/lease/purchasable (section 4.5). */
	async getPurchasable(filters: PurchasableFilters): Promise<PurchasableNumbers> {
		const query = new URLSearchParams();
		for (const value of filters.supports ?? []) query.append('supports', value);
		for (const key of ['type', 'country', 'carrier'] as const) {
			const value = filters[key];
			if (value) query.append(key, value);
		}
		return await this.exchange({ endpoint: PURCHASABLE, query });
	}

	/**
	 * GET /enterprise/lease/status/{number} (section 4.6).
	 * @param number E.164
	 */
	async getStatus(number: string): Promise<NumberRecord> {
		return await this.exchange({ endpoint: NUMBER_STATUS, parts: { number } });
	}

	/**
	 * POST /enterprise/lease/register/{number} (section 4.7): adopts the number, which costs money.
	 * @param number E.164
	 */
	async register(number: string): Promise<IDataObject> {
		return await this.exchange({ endpoint: REGISTER, parts: { number } });
	}

	/**
	 * POST /enterprise/lease/relinquish/{number} (section 4.8).
	 * @param number E.164
	 */
	async relinquish(number: string): Promise<IDataObject> {
		return await this.exchange({ endpoint: RELINQUISH, parts: { number } });
	}
}
