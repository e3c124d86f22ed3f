/** Links that open a chat of WhatsApp, up to the number in them. */
const LINKS = [
	/^(?:https?:\/\/)?wa\.me\//i,
	/^(?:https?:\/\/)?(?:api|web)\.whatsapp\.com\/send\/?\?(?:[^#]*?&)??phone=/i,
	/^whatsapp:\/\/send\/?\?(?:[^#]*?&)??phone=/i,
];

/** An address in a chat of WhatsApp. */
const CHAT = /^\+?(\d+)@(?:c\.us|s\.whatsapp\.net)$/i;

/** Words for a phone in many languages, and schemes of its links. A fax is none of them: it gets no messages. */
const WORDS = `
	callto cell cellphone mob mobile phone sms tel telephone whatsapp
	gsm handy mobiel mobil mobiltelefon portable rufnummer telefon telefonnummer telefoon tlf tél téléphone
	cel cellulare celular movil móvil telefone telefono telemóvel teléfono tlm
	cep hp kom komórka telepon моб мобильный мобільний тел телефон dđ sđt đt
	נייד טלפון جوال هاتف फ़ोन मोबाइल โทร มือถือ 手机 手機 携帯 电话 電話 전화 휴대폰
`
	.normalize('NFKC')
	.trim()
	.replace(/\s+/g, '|');

/**
 * `Mobile: `, `Tel. `, `Tél : `, `Phone number: `, `tel:`, `callto://`, and `p:` as Facebook exports it. The 2 of
 * "Tel 2 0171 2345678" is none of the number.
 */
const WORDS_BEFORE = new RegExp(
	`^(?:(?:(?:${WORDS})(?:\\.?[ -]?(?:number|no|nr))?(?: ?[.:]+(?://)? ?| ))+|[mpt]: ?)(?!\\d[ .]+0)`,
	'iu',
);

/** Returns the number in a link of WhatsApp, with a plus: such a number always begins with its country code. */
export function numberInLink(value: string): string | undefined {
	const link = value.replace(/^[\s\p{Cf}="'“‘]+/u, '');
	const before = LINKS.map((pattern) => pattern.exec(link)?.[0]).find(Boolean);
	const rest = link.slice(before?.length);
	// A link that names two numbers is none of either.
	if (before === undefined || /[?&]phone=/i.test(rest)) return undefined;

	const [number] = rest.split(/[?&#]/, 1);
	return `+${number.replace(/%20/g, ' ').replace(/^ *(?:\+|%2B)/i, '')}`;
}

/** Takes off what stands around the digits of a number, and puts a plus before them that stood elsewhere. */
export function unwrap(text: string): string {
	return (
		text
			.replace(WORDS_BEFORE, '')
			.replace(CHAT, '+$1')
			// Text that is written from right to left has its plus behind the digits.
			.replace(/^([^+]+?) ?\+$/, '+$1')
			// A country code may stand in brackets: (+44) 20 7946 0018.
			.replace(/^[([] ?(?=\+[^)\]]*[)\]])/, '')
	);
}
