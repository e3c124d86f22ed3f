export { InputError } from './inputError';
export { type NodeError, nodeError } from './nodeError';
export { messageOf, quote, quoteValue, redact } from './quote';
export { type About, asServiceError, ServiceError, stopped } from './serviceError';
