import fc from 'fast-check';
import { ExpressionError, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { InputError } from '../../nodes/MessagingService/errors/inputError';
import { nodeError, reasonOf } from '../../nodes/MessagingService/errors/nodeError';
import { Secrets } from '../../nodes/MessagingService/errors/secrets';
import { ServiceError } from '../../nodes/MessagingService/errors/serviceError';
import { anyCharacter } from '../support/anyCharacter';
import { casesOf } from '../support/cases';

const NODE = { name: 'Send', type: 'messagingService', parameters: {} } as unknown as INode;
const TOKENS = [
	['mS4-Zt8kQ2vL0xW9rB6nJ3hY7', 'dF1gC5pT'].join(''),
	['eyQ2vL0xW9r', 'B6nJ3hY7dF1gC5pT'].join('.'),
];

const secrets = new Secrets();
for (const token of TOKENS) secrets.add(token);
const source = { node: NODE, secrets };

/** All that n8n may save of an error. */
const saved = (error: NodeApiError | NodeOperationError) =>
	JSON.stringify([
		{ ...error, node: undefined },
		error.toJSON?.(),
		error.stack,
		String(error.cause),
	]);

const partsOfTokens = (text: string) =>
	TOKENS.flatMap((token) =>
		Array.from({ length: token.length - 7 }, (_, start) => token.slice(start, start + 8)),
	).filter((part) => text.includes(part));

const anyText = fc.oneof(
	fc.string({ unit: anyCharacter }),
	fc.tuple(fc.string(), fc.constantFrom(...TOKENS), fc.string()).map((parts) => parts.join('')),
	fc
		.constantFrom('&#38;#38;#38;', '%25%25', '\\\\', '"', '<a', 'ETIMEDOUT')
		.chain((unit) => fc.integer({ min: 1, max: 9_000 }).map((times) => unit.repeat(times))),
);

const refusesAll = new Proxy(new Error('hidden'), {
	get() {
		throw new Error('no');
	},
	getPrototypeOf() {
		throw new Error('no');
	},
});

/** Anything that can be thrown: values, errors whose members hold anything, and what refuses to be read. */
const anyThrown = fc.oneof(
	fc.anything({ withNullPrototype: true, withBigInt: true, withSparseArray: true }),
	anyText,
	anyText.map((text) => new Error(text)),
	anyText.map((text) => new NodeOperationError(NODE, text, { description: text })),
	anyText.map((text) => new NodeApiError(NODE, { message: text, cause: { data: text } })),
	anyText.map(
		(text) =>
			new ExpressionError(text, {
				description: text,
				messageTemplate: text,
				parameter: text,
				nodeCause: text,
			}),
	),
	fc
		.record({ message: fc.anything(), description: fc.anything(), context: fc.anything() })
		.map((members) => Object.assign(new Error(), members)),
	fc.anything().map((description) => ({ name: 'InputError', description })),
	fc.constant(refusesAll),
	fc.constant(Symbol('thrown')),
);

describe('the error that n8n shows', () => {
	it('is made of anything that can be thrown, is short, and holds none of the tokens', () => {
		fc.assert(
			fc.property(anyThrown, (thrown) => {
				const error = nodeError(source, thrown, { itemIndex: 3 });
				const text = saved(error);
				expect(error.message).not.toBe('');
				expect(error.context.itemIndex).toBe(3);
				expect(partsOfTokens(text)).toEqual([]);
				expect(text.length).toBeLessThan(20_000);
			}),
			{ numRuns: casesOf(500) },
		);
	});

	it('gives the reason of anything that can be thrown to the error of several items', () => {
		fc.assert(
			fc.property(anyThrown, (thrown) => {
				const reason = reasonOf(thrown, secrets);
				expect(typeof reason).toBe('string');
				expect(partsOfTokens(reason)).toEqual([]);
			}),
			{ numRuns: casesOf(100) },
		);
	});

	it('says first what else was done, also where n8n has a template for its own message', () => {
		const thrown = new ExpressionError('Problem in parameter ‘to’', {
			messageTemplate: 'Problem in parameter ‘%%PARAMETER%%’',
			descriptionKey: 'pairedItemNoConnection',
			parameter: 'to',
			nodeCause: 'Sheet',
		});
		const error = nodeError(source, thrown, { prefix: '1 of 2 items may have been sent' });

		expect(error.message).toBe('1 of 2 items may have been sent: problem in parameter ‘to’');
		// The editor would show either of these in place of message and description.
		expect(error.context).not.toHaveProperty('messageTemplate');
		expect(error.context).not.toHaveProperty('descriptionKey');
		expect(error.context).toMatchObject({ parameter: 'to', nodeCause: 'Sheet' });
	});

	it('tells the editor in which round of a loop an expression failed', () => {
		const thrown = new ExpressionError('No data', { runIndex: 2, itemIndex: 1 });
		expect(nodeError(source, thrown).context).toMatchObject({ runIndex: 2 });
	});

	it.each([
		['a value', new InputError(`'To' "ETIMEDOUT" is empty`, 'Check it.')],
		[
			'the service',
			new ServiceError('ECONNRESET', { mayHaveBeenSent: false, description: 'Ask.' }),
		],
	])('is told once, where n8n knows a word of %s as a code', (_, thrown) => {
		const { message, messages } = nodeError(source, thrown);
		expect(message).toBe(thrown.message);
		expect(messages).toEqual([]);
	});

	it('hides the token of any item, also one that was read after the error was thrown', () => {
		const later = new Secrets();
		const thrown = new InputError(`'To' "${TOKENS[0]}" is not a valid phone number`, 'Check it.');
		later.add(TOKENS[1]);
		later.add(TOKENS[0]);
		const { message } = nodeError({ node: NODE, secrets: later }, thrown);
		expect(message).toBe(
			`'To' "(not shown: it contains the API token)" is not a valid phone number`,
		);
	});

	it('keeps all that the node itself says, however long', () => {
		const progress = Array.from({ length: 3_000 }, (_, item) => item * 2).join(', ');
		const thrown = new ServiceError('The service is down', {
			mayHaveBeenSent: false,
			description: `Sent: items ${progress}.`,
		});
		const { description } = nodeError(source, thrown);
		expect(description).toBe(`Sent: items ${progress}.`);
	});
});
