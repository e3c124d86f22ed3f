import type { INodeProperties } from 'n8n-workflow';

import { recipient } from '../../parameters/allowedCountries';
import { phoneField, textField } from '../../parameters/fields';
import type { ItemParameters } from '../../parameters/itemParameters';
import { DEFAULT_COUNTRY, optionalPhone } from '../../parameters/phoneNumber';
import type { IntentRequest } from '../../service/client';
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
	textField({
		displayName: 'Company Name',
		name: 'companyName',
		placeholder: 'e.g. Acme',
		description: 'Name of the company that the intent shows',
	}),
	textField({
		displayName: 'Embed Text',
		name: 'embedText',
		placeholder: 'e.g. Talk to us',
		description: 'Text that the intent shows',
	}),
	textField({
		displayName: 'Image URL',
		name: 'imageUrl',
		placeholder: 'e.g. https://example.com/logo.png',
		description: 'Address of the image that the intent shows',
	}),
	textField({
		displayName: 'Intent Option',
		name: 'option',
		description: "The intent's 'option'; your provider's documentation says which values it takes",
	}),
];

/** Reads the body of POST /enterprise/message/generate (section 4.3). @throws InputError */
export function readIntent(parameters: ItemParameters): IntentRequest {
	return {
		toNumber: recipient(parameters, 'toNumber'),
		fromNumber: optionalPhone(parameters, 'fromNumber'),
		embedText: parameters.optionalText('embedText'),
		imageURL: parameters.optionalText('imageUrl'),
		companyName: parameters.optionalText('companyName'),
		option: parameters.optionalText('option'),
	};
}

/** intent.generate: POST /enterprise/message/generate (section 4.3). */
export const generate: Operation = {
	name: 'Generate',
	action: 'Generate message intent',
	description:
		'Generate a message intent, a link with sender, recipient, label and option. Nothing is sent.',
	fields: intentFields,
	options: [DEFAULT_COUNTRY],
	prepare(parameters) {
		const body = readIntent(parameters);
		return { lane: body.toNumber, run: async (service) => await service.generateIntent(body) };
	},
};
