import { type Parameter, type Read, text } from '../../fields/parameter';
import { DEFAULT_COUNTRY, phone } from '../../fields/phoneNumber';
import { recipient } from '../../recipients/recipient';
import { generateIntent, type IntentRequest } from '../../service/messages';
import type { Operation } from '../operation';

/** The recipient of a message intent. */
export const TO = recipient();

const FROM = phone({
	displayName: 'From',
	path: 'from',
	description: 'Phone number of the sender',
});

const COMPANY_NAME = text({
	displayName: 'Company Name',
	path: 'companyName',
	placeholder: 'e.g. Acme',
	description: 'Company that the message intent names',
});

const EMBED_TEXT = text({
	displayName: 'Text',
	path: 'embedText',
	placeholder: 'e.g. Talk to us',
	description: 'Text of the message intent',
});

const IMAGE_URL = text({
	displayName: 'Image URL',
	path: 'imageUrl',
	placeholder: 'e.g. https://example.com/logo.png',
	description: 'Address of an image for the message intent',
});

const INTENT_OPTION = text({
	displayName: 'Intent Option',
	path: 'intentOption',
	description: 'Value that your provider defines for the intent',
});

/** The fields of a message intent, in the order of the panel. */
export const INTENT: Array<Parameter<unknown>> = [
	TO,
	FROM,
	COMPANY_NAME,
	EMBED_TEXT,
	IMAGE_URL,
	INTENT_OPTION,
];

/** Reads the body of POST /enterprise/message/generate (section 4.3 of docs/service.md). @throws InputError */
export function readIntent(read: Read): IntentRequest {
	return {
		toNumber: read(TO),
		fromNumber: read(FROM),
		embedText: read(EMBED_TEXT),
		imageURL: read(IMAGE_URL),
		companyName: read(COMPANY_NAME),
		option: read(INTENT_OPTION),
	};
}

/** intent.generate: POST /enterprise/message/generate (section 4.3). */
export const generate: Operation = {
	name: 'Generate',
	action: 'Generate message intent',
	description:
		"Create a link with sender, recipient and text. Requires your provider's Enterprise plan.",
	fields: INTENT,
	options: [DEFAULT_COUNTRY],
	prepare(read) {
		const body = readIntent(read);
		return {
			lane: body.toNumber,
			carryOut: async (service) => await generateIntent(service, body),
		};
	},
};
