import { FIELD_TYPES } from '../../nodes/MessagingService/sendAndWait/form/fieldTypes';
import type { FieldType } from '../../nodes/MessagingService/sendAndWait/form/formField';
import { visit } from '../support/visiting';

type Name = keyof typeof FIELD_TYPES;

/** An answer as a visitor types it, what the workflow gets for it, and a text that is no answer. */
interface Trial {
	typed: string;
	answer: string | number;
	/** Undefined where any text is an answer. */
	wrong: string | undefined;
}

/** A trial of each type whose answers are not simply the texts that were typed. */
const TRIALS: Partial<Record<Name, Trial>> = {
	date: { typed: '2028-02-29', answer: '2028-02-29', wrong: '2030-02-29' },
	email: { typed: ' ada@example.com ', answer: 'ada@example.com', wrong: 'ada at example.com' },
	number: { typed: ' +1.50 ', answer: 1.5, wrong: '1,5' },
	text: { typed: ' Ada ', answer: 'Ada', wrong: undefined },
};

const reading = (Object.keys(FIELD_TYPES) as Name[]).filter((name) => {
	const { answerOf }: FieldType = FIELD_TYPES[name];
	return answerOf !== undefined;
});

const formOf = (fieldType: Name, more = {}) => ({
	responseType: 'customForm',
	defineForm: 'json',
	jsonOutput: JSON.stringify([{ fieldLabel: 'A', fieldType, ...more }]),
});

const answered = (name: Name, text: string) => visit(formOf(name), { typed: { 'field-0': text } });

describe('a field type that reads what was typed', () => {
	it('has a trial here, and no other type has', () => {
		expect(Object.keys(TRIALS).sort()).toEqual([...reading].sort());
	});
});

describe.each(Object.entries(TRIALS) as Array<[Name, Trial]>)('a %s field', (name, trial) => {
	const { typed, answer, wrong } = trial;

	it('gives the workflow what was meant', () => {
		expect(answered(name, typed).data?.A).toBe(answer);
	});

	if (wrong !== undefined) {
		it('asks again for what is no answer, with the text that was typed', () => {
			const { status, page } = answered(name, wrong);
			expect(status).toBe(422);
			expect(page).toContain(`value="${wrong}"`);
		});
	}

	it('shows a default value as it would be answered', () => {
		expect(visit(formOf(name, { defaultValue: typed })).page).toContain(`value="${answer}"`);
	});
});
