import { memberAt } from './memberAt';

/** One error that Ajv found, as far as it is read here. */
export interface Finding {
	keyword: string;
	/** Path to the wrong value, such as `/beta_features/from`; empty for the whole body. */
	instancePath: string;
	params: Record<string, unknown>;
}

const NAMES: Record<string, string> = {
	body: 'The body',
	querystring: 'The query',
	params: 'The path',
	headers: 'The headers',
};

/**
 * Says in a sentence what is wrong with a request.
 * @param context Fastify's name of what was checked, such as `body`
 * @param checked its value
 */
export function explain(findings: Finding[], context: string, checked: unknown): string {
	// If several values are allowed, Ajv reports each of them, and then all together.
	const { keyword, params, instancePath } =
		findings.filter((finding) => finding.keyword === 'anyOf').at(-1) ?? findings[0];
	const path = instancePath.split('/').slice(1);
	const field = path.join('.');
	const subject = field || (NAMES[context] ?? context);

	switch (keyword) {
		case 'additionalProperties':
			return `${subject} has no field "${params.additionalProperty}".`;
		case 'required':
			return `${[field, params.missingProperty].filter(Boolean).join('.')} is missing.`;
		case 'minLength':
			return `${subject} is empty.`;
		case 'pattern':
			return `${subject} is not in E.164: a plus, country code and digits, without punctuation.`;
		case 'anyOf':
			return `${subject} cannot be ${JSON.stringify(memberAt(checked, path))}: use ${allowed(findings)}.`;
		case 'type':
			return `${subject} is not ${article(String(params.type))}.`;
		default:
			return `${subject} is not valid (${keyword}).`;
	}
}

/** Returns the values that are allowed, as a list in words. */
function allowed(findings: Finding[]): string {
	const values = findings.flatMap(({ params }) =>
		params.allowedValue === undefined ? [] : [String(params.allowedValue)],
	);
	return new Intl.ListFormat('en', { type: 'disjunction' }).format(new Set(values));
}

const article = (type: string) => `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
