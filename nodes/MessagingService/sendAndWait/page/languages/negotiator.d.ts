/** The one part of `negotiator` that is bundled: its other parts would add 1.5 kB to the package. */
declare module 'negotiator/lib/language' {
	/** Returns the languages of an Accept-Language header, the most wanted first. */
	export default function preferredLanguages(acceptLanguage: string): string[];
}
