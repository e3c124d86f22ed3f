import ajvCompiler from '@fastify/ajv-compiler';
import type { FastifySchemaCompiler } from 'fastify';

/** Coercion and removal would let a wrong request pass. */
const STRICT = { coerceTypes: false, removeAdditional: false, useDefaults: false };

const compile = ajvCompiler()({}, { customOptions: STRICT });

/**
 * Returns what checks a part of a request by its schema. The schema is compiled when the first request comes: a test has
 * few requests and many simulators, and all schemas take most of a start.
 */
export const validatorOf: FastifySchemaCompiler<unknown> = (route) => {
	let validate: ReturnType<typeof compile> | undefined;

	return (part) => {
		validate ??= compile(route as object);
		return validate(part) ? true : { error: validate.errors ?? [] };
	};
};
