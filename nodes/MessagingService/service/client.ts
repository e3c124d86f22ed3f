import type { IDataObject } from 'n8n-workflow';

import { readAnswer } from '../transport/answer';
import type { Exchange } from '../transport/exchange';
import type { ServiceRequest } from '../transport/request';
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
	Envelope,
	IntentRequest,
	MessageIntent,
	OtpAttempt,
	OtpRequest,
	OtpSent,
	OtpVerdict,
	PurchasableFilters,
	TextMessage,
} from './types';

/**
 * The service, one function an endpoint (section 4).
 * Each gives the body of the answer, unchanged, and throws a ServiceError, free of the API token, otherwise.
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
		return await this.request({ endpoint, body });
	}

	/** POST /otp/new (section 4.2). */
	async newOtp(body: OtpRequest): Promise<OtpSent> {
		return await this.request({ endpoint: NEW_OTP, body });
	}

	/** POST /otp/verify (section 4.4). Each call counts as an attempt. */
	async verifyOtp(body: OtpAttempt): Promise<OtpVerdict> {
		return await this.request({ endpoint: VERIFY_OTP, body });
	}

	/** POST /enterprise/message/generate (section 4.3). */
	async generateIntent(body: IntentRequest): Promise<MessageIntent> {
		return await this.request({ endpoint: GENERATE_INTENT, body });
	}

	/** GET /enterprise/lease/purchasable (section 4.5). */
	async getPurchasable(filters: PurchasableFilters): Promise<PurchasableNumbers> {
		const query = new URLSearchParams();
		for (const value of filters.supports ?? []) query.append('supports', value);
		for (const key of ['type', 'country', 'carrier'] as const) {
			const value = filters[key];
			if (value) query.append(key, value);
		}
		return await this.request({ endpoint: PURCHASABLE, query });
	}

	/**
	 * GET /enterprise/lease/status/{number} (section 4.6).
	 * @param number E.164
	 */
	async getStatus(number: string): Promise<NumberRecord> {
		return await this.request({ endpoint: NUMBER_STATUS, number });
	}

	/**
	 * POST /enterprise/lease/register/{number} (section 4.7): adopts the number, which costs money.
	 * @param number E.164
	 */
	async register(number: string): Promise<Envelope> {
		return await this.request({ endpoint: REGISTER, number });
	}

	/**
	 * POST /enterprise/lease/relinquish/{number} (section 4.8).
	 * @param number E.164
	 */
	async relinquish(number: string): Promise<Envelope> {
		return await this.request({ endpoint: RELINQUISH, number });
	}

	/** What the answer holds is checked by what the endpoint declares. */
	private async request<Answer extends IDataObject>(request: ServiceRequest): Promise<Answer> {
		return readAnswer(await this.exchange(request), request.endpoint) as Answer;
	}
}
