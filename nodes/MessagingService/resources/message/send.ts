import { unbroken } from '../../parameters/brokenText';
import {
	choice,
	enterpriseNotice,
	flagOption,
	type Parameter,
	type Read,
} from '../../parameters/parameter';
import { phone, type PhoneInput } from '../../parameters/phoneNumber';
import { recipient, TO_FIELD } from '../../parameters/recipient';
import { SENDING_OPTIONS } from '../../parameters/sending';
import { MAX_SMS_PARTS, MESSAGE, readSmsText, SMART_ENCODING } from '../../parameters/sms';
import type { TextMessage } from '../../service/client';
import type { SmsParts } from '../../smsText';
import { CHANNELS } from '../channels';
import { type Channel, type Operation, sending } from '../operation';

/** The service's `fallback` flag (section 4.1 of docs/service.md); it is not sent where the user did not add it. */
const FALLBACK = flagOption({
	displayName: 'Fallback',
	name: 'fallback',
	default: true,
	description:
		"Whether to set the service's 'fallback' flag, which your provider's documentation explains. Without this option, the flag is not sent, and the service decides.",
});

/** The options of a message, which stand behind those of sending. */
export const MESSAGE_OPTIONS: Array<Parameter<unknown>> = [MAX_SMS_PARTS, SMART_ENCODING, FALLBACK];

/**
 * Makes the parameters of a message, in the order of the panel, and what reads them. A message that is no question may be
 * a message intent, and go to an e-mail address.
 */
export function messageParameters({ isQuestion }: { isQuestion: boolean }) {
	const CHANNEL = choice<Channel>({
		displayName: 'Channel',
		name: 'channel',
		noDataExpression: false,
		default: 'sms',
		description: 'How the message is delivered',
		options: CHANNELS.filter(({ value }) => !isQuestion || value !== 'intent'),
	});
	const PLAN = enterpriseNotice(
		`Sending over WhatsApp${isQuestion ? '' : ' or as a message intent'}`,
		{ displayOptions: { show: { channel: ['whatsapp', 'intent'] } } },
	);
	const input: PhoneInput = {
		acceptsEmail: (read) => !isQuestion && read(CHANNEL) === 'imessage',
	};
	const TO = recipient(TO_FIELD, input);
	const FROM = phone(
		{
			displayName: 'From',
			name: 'from',
			description: 'Phone number of the sender, e.g. one that you have adopted',
			displayOptions: { hide: { channel: ['sms'] } },
		},
		input,
	);
	const description =
		"Text of the message; for a message intent, the URL that Generate returned. The output is the service's answer: a later node still reads the row, e.g. with {{ $('Rows').item.json.customer }}.";
	const TEXT = unbroken(
		isQuestion ? MESSAGE : { ...MESSAGE, field: { ...MESSAGE.field, description } },
	);

	/**
	 * Reads the body of POST /send/text (section 4.1), and how it travels as SMS.
	 * @param compose returns the text that is sent for the one that the user typed
	 * @throws InputError
	 */
	function readMessage(
		read: Read,
		compose = (typed: string) => typed,
	): { channel: Channel; body: TextMessage; sms?: SmsParts } {
		const channel = read(CHANNEL);
		const to = read(TO);
		const typed = compose(read(TEXT));
		const fallback = read(FALLBACK);

		if (channel === 'sms') {
			const { message, sms } = readSmsText(read, typed);
			const beta_features = fallback === undefined ? undefined : { fallback };
			return { channel, body: { to, message, beta_features }, sms };
		}

		const beta_features = { from: read(FROM), fallback, [channel]: true };
		return { channel, body: { to, message: typed, beta_features } };
	}

	const parameters: Array<Parameter<unknown>> = [CHANNEL, PLAN, TO, FROM, TEXT];
	return { parameters, readMessage };
}

const { parameters, readMessage } = messageParameters({ isQuestion: false });

/** message.send: POST /send/text (section 4.1). */
export const send: Operation = {
	name: 'Send',
	action: 'Send message',
	subtitle: 'Send {channel}',
	description:
		'Send a text, iMessage, WhatsApp message or message intent to a phone number. Each one costs money.',
	effect: 'sends',
	costsMoney: 'Each message costs money',
	parameters: [...parameters, ...SENDING_OPTIONS, ...MESSAGE_OPTIONS],
	prepare(read) {
		const { channel, body, sms } = readMessage(read);
		return {
			...sending({ to: body.to, channel, text: body.message, sms }),
			run: async (service) => await service.sendText(body),
		};
	},
};
