import type { MetadataJson } from 'libphonenumber-js/core';
import { getCountries } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.min.json';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** Every country that numbers can be read by: English name, and code by ISO 3166-1 alpha-2; by name. */
export const COUNTRIES: Array<{ name: string; value: string }> = getCountries(
	metadata as unknown as MetadataJson,
)
	.map((value) => ({ name: names.of(value) ?? value, value }))
	.sort((a, b) => a.name.localeCompare(b.name));
