import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../parameters/itemParameters';
import {
	DEFAULT_COUNTRY,
	optionalPhone,
	phoneField,
	requiredPhone,
} from '../../parameters/phoneNumber';
import type { IntentRequest } from '../../service/types';
import type { Operation } from '../operation';

/** What a message intent is made of. */
export const intentFields: INodeProperties[] = [
	phoneField({
		displayName: 'To Number',
		name: 'toNumber',
		required: true,
		description: 'Phone number of the recipient',
	}),
	phoneField({
		displayName: 'From Number',
		name: 'fromNumber',
		description: 'Phone number of the sender',
	}),
	{
		displayName: 'Company Name',
		name: 'companyName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Acme',
		description: 'Name of the company that the intent shows',
	},
	{
		displayName: 'Embed Text',
		name: 'embedText',
		type: 'string',
		default: '',
		placeholder: 'e.g. Talk to us',
		description: 'Text that the intent shows',
	},
	{
		displayName: 'Image URL',
		name: 'imageUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/logo.png',
		description: 'Address of the image that the intent shows',
	},
	{
		displayName: 'Intent Option',
		name: 'option',
		type: 'string',
		default: '',
		description: "The intent's 'option'; your provider's documentation says which values it takes",
	},
];

/** Reads the body of POST /enterprise/message/generate (section 4.3), and `toNumber` by a function of its own. */
export function readIntent(
	parameters: ItemParameters,
	readRecipient: (parameters: ItemParameters, name: string) => string,
): IntentRequest {
	const body: IntentRequest = { toNumber: readRecipient(parameters, 'toNumber') };
	const fromNumber = optionalPhone(parameters, 'fromNumber');
	if (fromNumber) body.fromNumber = fromNumber;
	for (const name of ['embedText', 'imageURL', 'companyName', 'option'] as const) {
		const text = parameters.optionalText(name === 'imageURL' ? 'imageUrl' : name);
		if (text) body[name] = text;
	}
	return body;
}

/** intent.generate: POST /enterprise/message/generate (section 4.3). */
export const generate: Operation = {
	value: 'generate',
	name: 'Generate',
	action: 'Generate message intent',
	description:
		'Generate a message intent, a link with sender, recipient, label and option. Nothing is sent.',
	fields: intentFields,
	options: [DEFAULT_COUNTRY],
	prepare(parameters) {
		const body = readIntent(parameters, requiredPhone);
		return { lane: body.toNumber, run: async (service) => await service.generateIntent(body) };
	},
};
