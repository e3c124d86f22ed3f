import texts from './texts.json';

/** The words of the pages in one language, beside those of the workflow's author. */
export interface Texts {
	/** Heading of a page, where the author gave it none. */
	question: string;
	/** Below the buttons of an approval. */
	undecided: string;
	/** Labels of the buttons; `respond` stands before the link in the message. */
	buttons: Record<'approve' | 'decline' | 'submit' | 'respond', string>;
	/** Labels of fields; `answer` also stands before the button that was pressed, `optional` behind other labels. */
	labels: Record<'answer' | 'comment' | 'optional', string>;
	/** Heading of the list of problems; also before the title of a page that asks again. */
	problems: string;
	/** First entry of a dropdown; also what is wrong where a choice is missing. */
	choose: string;
	missing: string;
	/** `#` stands for how many: 2, or 1–3. */
	choiceCount: string;
	tooLong: string;
	/** Below the buttons, from when one was pressed until the next page is there. */
	sending: string;
	thanks: string;
	decided: Record<'approve' | 'decline', string>;
	recorded: string;
	/** Heading of the page of a question that is answered, or whose time is over. */
	closed: string;
	closedWhy: string;
	/** Heading of the page where the workflow does not give what the page is made of. */
	failed: string;
}

export type LanguageCode = keyof typeof texts;

/** The words of the pages by language (BCP 47), in the order of the English names. */
export const LANGUAGES: Record<LanguageCode, Texts> = texts;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as LanguageCode[];

/** Returns the direction in which a language is written. */
export function directionOf(code: LanguageCode): 'ltr' | 'rtl' {
	return code === 'ar' || code === 'he' ? 'rtl' : 'ltr';
}

/** Only so many characters of an Accept-Language header are read: browsers send about a hundred. */
const MAX_HEADER = 1000;

/** Returns the most wanted language of an Accept-Language header (RFC 9110, 12.5.4) that a page can speak, or English. */
export function negotiateLanguage(acceptLanguage = ''): LanguageCode {
	const entries = acceptLanguage.slice(0, MAX_HEADER).split(',');
	const wanted = entries.map(readEntry);

	const spoken = wanted.filter(({ code, weight }) => code && weight > 0);
	return spoken.sort((a, b) => b.weight - a.weight).at(0)?.code ?? 'en';
}

/** Reads an entry of an Accept-Language header, such as `de-AT;q=0.8`. */
function readEntry(entry: string) {
	const [tag, ...parameters] = entry.split(';').map((part) => part.trim());
	const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
	return { code: findLanguage(tag), weight: Number(weight ?? 1) };
}

/** Finds a language whatever its region: zh-TW is written as zh-Hant is, and pt-BR as pt is. */
export function findLanguage(tag: string): LanguageCode | undefined {
	try {
		const { language, script } = new Intl.Locale(tag.replace(/_/g, '-')).maximize();
		// Whoever speaks Cantonese (yue) or another Chinese language reads the Chinese of their script.
		const isChinese = script === 'Hans' || script === 'Hant';
		const wanted = isChinese ? `zh-${script}` : language;
		return LANGUAGE_CODES.find((code) => code === wanted);
	} catch {
		// Anybody can send anything as a header; "*" is none as well.
		return undefined;
	}
}
