/** The one part of `negotiator` that is used, which @types/negotiator does not describe. */
declare module 'negotiator/lib/language' {
	/** Gives the languages of an Accept-Language header, the most wanted first. */
	export default function preferredLanguages(acceptLanguage: string): string[];
}
