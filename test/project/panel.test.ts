import type { INodeProperties } from 'n8n-workflow';

import { messagingService, messagingServiceTrigger } from '../support/built';
import { withNested } from '../support/description';

// Descriptions are put together from many files, where n8n's lint rules for them look away.

const parameters = withNested([
	...messagingService.description.properties,
	...messagingServiceTrigger.description.properties,
]);

const ofType = (...types: string[]) => parameters.filter(({ type }) => types.includes(type));
const namesOf = (found: INodeProperties[]) => found.map(({ name }) => name);

it('a default is one of the choices', () => {
	const wrong = ofType('options').filter(
		({ options, default: first }) =>
			options?.some((option) => 'value' in option && option.value === first) === false,
	);
	expect(namesOf(wrong)).toEqual([]);
});

it('five choices or more stand in the order of the alphabet', () => {
	const long = ofType('options', 'multiOptions', 'collection').filter(
		({ options = [] }) => options.length >= 5,
	);
	expect(long.length).toBeGreaterThan(5);
	for (const { options = [] } of long) {
		const shown = options.map((one) => ('displayName' in one ? one.displayName : one.name));
		expect(shown).toEqual([...shown].sort((one, other) => one.localeCompare(other)));
	}
});

it('a switch says "Whether", and a single sentence has no full stop', () => {
	const switches = ofType('boolean').filter(
		({ description = '' }) => !/^Whether/.test(description),
	);
	expect(namesOf(switches)).toEqual([]);
	const stopped = parameters.filter(({ description = '' }) => /^[^.]*\.$/.test(description));
	expect(namesOf(stopped)).toEqual([]);
});
