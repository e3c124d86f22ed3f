/** Declares what the tests use of Google's own library; the package has no types. */
declare module 'google-libphonenumber' {
	export type PhoneNumber = object;

	export interface PhoneNumberUtil {
		/** Returns codes of ISO 3166-1 alpha-2. */
		getSupportedRegions(): string[];
		getExampleNumberForType(region: string, type: number): PhoneNumber | null;
		getNumberType(number: PhoneNumber): number;
		/** @throws Error for a text that is no number */
		parse(text: string, region?: string): PhoneNumber;
		format(number: PhoneNumber, format: number): string;
		getRegionCodeForNumber(number: PhoneNumber): string | undefined;
	}

	export const PhoneNumberUtil: { getInstance(): PhoneNumberUtil };
	/** The kinds of lines by name, e.g. MOBILE. */
	export const PhoneNumberType: Record<string, number>;
	export const PhoneNumberFormat: Record<'E164' | 'INTERNATIONAL' | 'NATIONAL' | 'RFC3966', number>;
}
