import { memberOf } from '../../object';
import {
	choice,
	flag,
	inValues,
	number,
	type Parameter,
	text,
	trimmedText,
} from '../../parameters/parameter';
import { asList, asText } from '../../parameters/values';
import { asOnPage } from './notations';

/** Makes a number that one kind of limit has, and its least value. */
const ofLimit = (limit: string, least: number, displayName: string, name: string) =>
	number({
		displayName,
		name,
		typeOptions: { minValue: least, numberPrecision: 0 },
		default: least,
		displayOptions: { show: { limitSelection: [limit] } },
	});

/** The settings of a form element, by the names that n8n's own forms give them, in the order of the panel. */
export const SETTINGS = {
	fieldLabel: trimmedText({
		displayName: 'Label',
		name: 'fieldLabel',
		description: 'Label that appears above the input field',
		required: true,
		placeholder: 'e.g. When can you come?',
		displayOptions: { hide: { fieldType: ['hiddenField'] } },
	}),
	fieldName: trimmedText({
		displayName: 'Custom Field Name',
		name: 'fieldName',
		description: 'Name of the field in the output; defaults to the label',
		placeholder: 'e.g. appointment',
	}),
	placeholder: trimmedText({
		displayName: 'Placeholder',
		name: 'placeholder',
		description: 'Sample text to display inside the field',
	}),
	fieldOptions: {
		field: {
			displayName: 'Choices',
			name: 'fieldOptions',
			type: 'fixedCollection',
			placeholder: 'Add Choice',
			default: { values: [{ option: '' }] },
			required: true,
			typeOptions: { multipleValues: true, sortable: true },
			options: inValues([{ displayName: 'Label', name: 'option', type: 'string', default: '' }]),
		},
		read(value, name) {
			const list = Array.isArray(value) ? value : memberOf(value, 'values');
			const choices = asList(list)
				.map((entry) => asText(memberOf(entry, 'option'), name))
				.map((choice) => asOnPage(choice ?? ''))
				.filter((choice) => choice.trim());

			return [...new Set(choices)];
		},
	} satisfies Parameter<string[]>,
	defaultValue: trimmedText({
		displayName: 'Default Value',
		name: 'defaultValue',
		description: 'Initial value of the field. Separate several checkboxes with commas.',
	}),
	fieldValue: text({
		displayName: 'Field Value',
		name: 'fieldValue',
		description: 'Value in the output. It is not on the page, so the recipient cannot change it.',
	}),
	multiselect: flag({
		displayName: 'Multiple Choice',
		name: 'multiselect',
		description: 'Whether several choices can be selected',
	}),
	limitSelection: choice({
		displayName: 'Limit Selection',
		name: 'limitSelection',
		default: 'unlimited',
		options: [
			{ name: 'Exact Number', value: 'exact' },
			{ name: 'Range', value: 'range' },
			{ name: 'Unlimited', value: 'unlimited' },
		],
	}),
	numberOfSelections: ofLimit('exact', 1, 'Number of Selections', 'numberOfSelections'),
	minSelections: ofLimit('range', 0, 'Minimum Selections', 'minSelections'),
	maxSelections: ofLimit('range', 1, 'Maximum Selections', 'maxSelections'),
	requiredField: flag({
		displayName: 'Required Field',
		name: 'requiredField',
		description: 'Whether the recipient must fill in this field',
	}),
};

export type SettingName = keyof typeof SETTINGS;
