import { unbroken } from '../parameters/brokenText';
import {
	choice,
	enterpriseNotice,
	flagOption,
	type Parameter,
	type Read,
} from '../parameters/parameter';
import { phone, type PhoneInput } from '../parameters/phoneNumber';
import { recipient, TO_FIELD } from '../parameters/recipient';
import { MAX_SMS_PARTS, MESSAGE, readSmsText, SMART_ENCODING } from '../parameters/sms';
import type { TextMessage } from '../service/client';
import type { SmsParts } from '../smsText';
import { CHANNELS } from './channels';
import type { Channel } from './operation';

/** The service's `fallback` flag (section 4.1 of docs/service.md); it is not sent where the user did not add it. */
const FALLBACK = flagOption({
	displayName: 'Fallback',
	name: 'fallback',
	default: true,
	description:
		"Whether to set the service's 'fallback' flag, which your provider's documentation explains. Without this option, the flag is not sent, and the service decides.",
});

/** The text of a message that asks for an answer. */
const QUESTION: Parameter<string> = {
	...MESSAGE,
	field: { ...MESSAGE.field, placeholder: 'e.g. Shall we pay invoice 42?' },
};

/** The options of a message, which stand behind those of sending. */
export const MESSAGE_OPTIONS: Array<Parameter<unknown>> = [MAX_SMS_PARTS, SMART_ENCODING, FALLBACK];

/**
 * Makes the parameters of a message, in the order of the panel, and what reads them. A message that is no question may be
 * a message intent, and go to an e-mail address.
 */
export function messageParameters({ isQuestion }: { isQuestion: boolean }) {
	const channel = choice<Channel>({
		displayName: 'Channel',
		name: 'channel',
		noDataExpression: false,
		default: 'sms',
		description: 'How the message is delivered',
		options: CHANNELS.filter(({ value }) => !isQuestion || value !== 'intent'),
	});
	const plan = enterpriseNotice(
		`Sending over WhatsApp${isQuestion ? '' : ' or as a message intent'}`,
		{ displayOptions: { show: { channel: ['whatsapp', 'intent'] } } },
	);
	const input: PhoneInput = {
		acceptsEmail: (read) => !isQuestion && read(channel) === 'imessage',
	};
	const to = recipient(TO_FIELD, input);
	const from = phone(
		{
			displayName: 'From',
			name: 'from',
			description: 'Phone number of the sender, e.g. one that you have adopted',
			displayOptions: { hide: { channel: ['sms'] } },
		},
		input,
	);
	const description =
		"Text of the message; for a message intent, the URL that Generate returned. The output is the service's answer: later nodes take other fields from the output of the node before this one.";
	const text = unbroken(
		isQuestion ? QUESTION : { ...MESSAGE, field: { ...MESSAGE.field, description } },
	);

	const fields = { channel, plan, to, from, text };

	/**
	 * Reads the body of POST /send/text (section 4.1), and how it travels as SMS.
	 * @param compose returns the text that is sent for that of the field
	 * @throws InputError
	 */
	function readMessage(
		read: Read,
		compose = (text: string) => text,
	): { channel: Channel; body: TextMessage; sms?: SmsParts } {
		const channel = read(fields.channel);
		const to = read(fields.to);
		const text = compose(read(fields.text));
		const fallback = read(FALLBACK);

		if (channel === 'sms') {
			const { message, sms } = readSmsText(read, text);
			const beta_features = fallback === undefined ? undefined : { fallback };
			return { channel, body: { to, message, beta_features }, sms };
		}

		const beta_features = { from: read(fields.from), fallback, [channel]: true };
		return { channel, body: { to, message: text, beta_features } };
	}

	const parameters: Array<Parameter<unknown>> = Object.values(fields);
	return { parameters, readMessage };
}
