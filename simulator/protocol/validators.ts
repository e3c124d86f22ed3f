import ajvCompiler from '@fastify/ajv-compiler';
import type { FastifySchemaCompiler } from 'fastify';

/** Coercion and removal would let a wrong request pass. */
const STRICT = { coerceTypes: false, removeAdditional: false, useDefaults: false };

const compile = ajvCompiler()({}, { customOptions: STRICT });

/**
 * Returns a function that checks a part of a request by its schema. It compiles the schema when the first request comes:
 * tests start many simulators with few requests each, and to compile all schemas would take most of a start.
 */
export const validatorOf: FastifySchemaCompiler<unknown> = (route) => {
	let validate: ReturnType<typeof compile> | undefined;

	return (part) => {
		validate ??= compile(route as object);
		return validate(part) ? true : { error: validate.errors ?? [] };
	};
};
