import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../transport/request';
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

/** Carries out a request and returns its answer, which holds what its endpoint `lacks` nothing of. @throws ServiceError */
export type SendRequest = (request: ServiceRequest) => Promise<IDataObject>;

/**
 * The service, one function for each of its endpoints (section 4). Numbers are in E.164. Each returns the body of the
 * answer, unchanged, and throws a ServiceError, free of the API token, otherwise.
 */
export class ServiceClient {
	/** @param baseUrl `{base_url}` of the service, without a trailing slash */
	constructor(
		private readonly send: SendRequest,
		readonly baseUrl: string,
	) {}

	/** Sends a message: POST /send/text (section 4.1). */
	async sendText(body: TextMessage): Promise<IDataObject> {
		const { whatsapp, intent } = body.beta_features ?? {};
		const endpoint = whatsapp || intent ? ENDPOINTS.SEND_TEXT_ENTERPRISE : ENDPOINTS.SEND_TEXT;
		return await this.send({ endpoint, target: body.to, body });
	}

	/** Sends a one-time password: POST /otp/new (section 4.2). */
	async newOtp(body: { to: string; language?: string; name?: string }): Promise<IDataObject> {
		return await this.send({ endpoint: ENDPOINTS.NEW_OTP, target: body.to, body });
	}

	/** Checks a one-time password: POST /otp/verify (section 4.4). Each call counts as an attempt. */
	async verifyOtp(body: { otp_id: string; otp: string }): Promise<IDataObject> {
		return await this.send({ endpoint: ENDPOINTS.VERIFY_OTP, body });
	}

	/** Generates a message intent: POST /enterprise/message/generate (section 4.3). */
	async generateIntent(body: IntentRequest): Promise<IDataObject & { url: string }> {
		const endpoint = ENDPOINTS.GENERATE_INTENT;
		return (await this.send({ endpoint, target: body.toNumber, body })) as IDataObject & {
			url: string;
		};
	}

	/** Lists the available numbers that fit: GET /enterprise/lease/purchasable (section 4.5). */
	async getPurchasable(filters: PurchasableFilters): Promise<PurchasableNumbers> {
		const { supports = [], numberStartsWith } = filters;
		const query = new URLSearchParams(
			supports.map((feature): [string, string] => ['supports', feature]),
		);
		for (const key of ['type', 'country', 'carrier'] as const) {
			const value = filters[key];
			if (value) query.append(key, value);
		}

		const answer = await this.send({ endpoint: ENDPOINTS.PURCHASABLE, query });
		const pools = answer as unknown as PurchasableNumbers;
		return numberStartsWith ? startingWith(pools, numberStartsWith) : pools;
	}

	/** Reads the record of a number: GET /enterprise/lease/status/{number} (section 4.6). */
	async getStatus(number: string): Promise<NumberRecord> {
		return await this.send({ endpoint: ENDPOINTS.NUMBER_STATUS, target: number });
	}

	/** Adopts a number, which costs money: POST /enterprise/lease/register/{number} (section 4.7). */
	async register(number: string): Promise<IDataObject> {
		return await this.send({ endpoint: ENDPOINTS.REGISTER, target: number });
	}

	/** Gives a number back: POST /enterprise/lease/relinquish/{number} (section 4.8). */
	async relinquish(number: string): Promise<IDataObject> {
		return await this.send({ endpoint: ENDPOINTS.RELINQUISH, target: number });
	}
}
