import { readAll } from '../fields/groups';
import { text } from '../fields/parameter';
import { DEFAULT_COUNTRY, phone } from '../fields/phoneNumber';
import { TO } from '../recipients/recipient';
import { GENERATE_FIRST, GENERATE_INTENT, SEND_TEXT } from '../service/messages';
import { type Operation, SENDS_MANY } from './operation';

/** The fields of a message intent, in the order of the panel, by their names in the request (section 4.3 of docs/service.md). */
const INTENT = {
	toNumber: TO,
	fromNumber: phone({
		displayName: 'From',
		path: 'from',
		description: 'Phone number of the sender',
	}),
	companyName: text({
		displayName: 'Company Name',
		path: 'companyName',
		placeholder: 'e.g. Acme',
		description: 'Company that the message intent names',
	}),
	embedText: text({
		displayName: 'Text',
		path: 'embedText',
		placeholder: 'e.g. Talk to us',
		description: 'Text of the message intent',
	}),
	imageURL: text({
		displayName: 'Image URL',
		path: 'imageUrl',
		placeholder: 'e.g. https://example.com/logo.png',
		description: 'Address of an image for the message intent',
	}),
	option: text({
		displayName: 'Intent Option',
		path: 'intentOption',
		description: 'Value that your provider defines for the intent',
	}),
};

/** What both operations have in common. */
const OF_INTENT = { fields: Object.values(INTENT), options: [DEFAULT_COUNTRY] };

/** intent.generate: POST /enterprise/message/generate (section 4.3). */
export const generate: Operation = {
	name: 'Generate',
	action: 'Generate message intent',
	description:
		"Create a link with sender, recipient and text. Requires your provider's Enterprise plan.",
	...OF_INTENT,
	prepare(read) {
		const body = readAll(read, INTENT);
		return {
			perform: (service) => service.request(GENERATE_INTENT, { target: body.toNumber, body }),
		};
	},
};

/** intent.generateAndSend: generate (section 4.3), then POST /send/text with the intent's url (section 4.1). */
export const generateAndSend: Operation = {
	name: 'Generate and Send',
	action: 'Generate and send message intent',
	description:
		"Create the link and send it to the recipient. Requires your provider's Enterprise plan.",
	...SENDS_MANY,
	...OF_INTENT,
	prepare(read) {
		const body = readAll(read, INTENT);
		const { toNumber: to, fromNumber: from } = body;
		return {
			message: { to, channel: 'intent' },
			perform: async (service) => {
				const intent = await service.request(GENERATE_FIRST, { target: to, body });
				const message = await service.request(SEND_TEXT, {
					target: to,
					body: { to, message: intent.url, beta_features: { from, intent: true } },
				});
				return { intent, message };
			},
		};
	},
};
