import type { IDataObject } from 'n8n-workflow';

import { readObject, readPools, requireField } from '../transport/answer';
import type { Connection } from '../transport/credential';
import type { Endpoint } from './endpoints';
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
import type { HttpAnswer } from '../transport/http';
import { asServiceError, ServiceError } from '../errors/serviceError';
import type { Exchange, ServiceRequest } from '../transport/exchange';
import type {
	Envelope,
	IntentRequest,
	MessageIntent,
	NumberRecord,
	OtpAttempt,
	OtpRequest,
	OtpSent,
	OtpVerdict,
	PurchasableFilters,
	PurchasableNumbers,
	TextMessage,
} from './types';

/**
 * The service, one function an endpoint (section 4).
 * Each gives the body of the answer, unchanged, and throws a ServiceError, free of the API token, otherwise.
 */
export class ServiceClient {
	constructor(
		private readonly exchange: Exchange,
		private readonly connection: Connection,
	) {}

	/** POST /send/text (section 4.1). */
	async sendText(body: TextMessage): Promise<IDataObject> {
		const { whatsapp, intent } = body.beta_features ?? {};
		const endpoint = whatsapp || intent ? SEND_TEXT_ENTERPRISE : SEND_TEXT;
		return await this.request({ endpoint, body }, readObject);
	}

	/** POST /otp/new (section 4.2). */
	async newOtp(body: OtpRequest): Promise<OtpSent> {
		return await this.request({ endpoint: NEW_OTP, body }, (answer, endpoint) => {
			const sent = readObject(answer, endpoint);
			requireField(sent, 'otp_id', 'string', answer, endpoint);
			return sent;
		});
	}

	/** POST /otp/verify (section 4.4). Each call counts as an attempt. */
	async verifyOtp(body: OtpAttempt): Promise<OtpVerdict> {
		return await this.request({ endpoint: VERIFY_OTP, body }, (answer, endpoint) => {
			const verdict = readObject(answer, endpoint);
			requireField(verdict, 'verified', 'boolean', answer, endpoint);
			return verdict;
		});
	}

	/** POST /enterprise/message/generate (section 4.3). */
	async generateIntent(body: IntentRequest): Promise<MessageIntent> {
		return await this.request({ endpoint: GENERATE_INTENT, body }, (answer, endpoint) => {
			const intent = readObject(answer, endpoint);
			requireField(intent, 'url', 'string', answer, endpoint);
			return intent;
		});
	}

	/** GET /enterprise/lease/purchasable (section 4.5). */
	async getPurchasable(filters: PurchasableFilters): Promise<PurchasableNumbers> {
		const query = new URLSearchParams();
		for (const value of filters.supports ?? []) query.append('supports', value);
		for (const key of ['type', 'country', 'carrier'] as const) {
			const value = filters[key];
			if (value) query.append(key, value);
		}
		return await this.request({ endpoint: PURCHASABLE, query }, (answer, endpoint) =>
			readPools(readObject(answer, endpoint), answer, endpoint),
		);
	}

	/**
	 * GET /enterprise/lease/status/{number} (section 4.6).
	 * @param number E.164
	 */
	async getStatus(number: string): Promise<NumberRecord> {
		return await this.request({ endpoint: NUMBER_STATUS, number }, readObject);
	}

	/**
	 * POST /enterprise/lease/register/{number} (section 4.7): adopts the number, which costs money.
	 * @param number E.164
	 */
	async register(number: string): Promise<Envelope> {
		return await this.request({ endpoint: REGISTER, number }, readObject);
	}

	/**
	 * POST /enterprise/lease/relinquish/{number} (section 4.8).
	 * @param number E.164
	 */
	async relinquish(number: string): Promise<Envelope> {
		return await this.request({ endpoint: RELINQUISH, number }, readObject);
	}

	private async request<T>(
		request: ServiceRequest,
		read: (answer: HttpAnswer, endpoint: Endpoint) => T,
	): Promise<T> {
		const outcome = await this.exchange(request)
			.then((answer) => ({ value: read(answer, request.endpoint) }))
			.catch(asServiceError);
		if (outcome instanceof ServiceError) throw withoutToken(outcome, this.connection.token);
		return outcome.value;
	}
}

/** The service may echo the token in what it answers, and answers are quoted in errors. */
function withoutToken(error: ServiceError, token: string): ServiceError {
	const hide = (text: string) => text.replaceAll(token, '[API token]');
	return new ServiceError(hide(error.message), { ...error, description: hide(error.description) });
}
