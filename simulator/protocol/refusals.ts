/** One thing that Ajv found, as far as it is read here. */
export interface Finding {
	keyword: string;
	/** Path of the wrong value, such as `/beta_features/from`; empty for the whole body. */
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
 * @param context what was checked, as Fastify calls it
 * @param checked its value
 */
export function explain(findings: Finding[], context: string, checked: unknown): string {
	// If several values are allowed, Ajv reports each of them, and then all together.
	const { keyword, params, instancePath } =
		findings.filter((finding) => finding.keyword === 'anyOf').at(-1) ?? findings[0];
	const whole = NAMES[context] ?? context;
	const field = instancePath.slice(1).replaceAll('/', '.');
	const subject = field || whole;
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
			return `${subject} cannot be ${JSON.stringify(valueAt(checked, instancePath))}: use ${allowed(findings)}.`;
		case 'type':
			return `${subject} is not ${article(String(params.type))}.`;
		default:
			return `${subject} is not valid (${keyword}).`;
	}
}

function allowed(findings: Finding[]): string {
	const values = findings.flatMap(({ params }) =>
		params.allowedValue === undefined ? [] : [String(params.allowedValue)],
	);
	return new Intl.ListFormat('en', { type: 'disjunction' }).format(new Set(values));
}

const article = (type: string) => `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;

function valueAt(checked: unknown, path: string): unknown {
	return path
		.split('/')
		.slice(1)
		.reduce<unknown>(
			(value, key) =>
				typeof value === 'object' && value !== null
					? (value as Record<string, unknown>)[key]
					: undefined,
			checked,
		);
}
