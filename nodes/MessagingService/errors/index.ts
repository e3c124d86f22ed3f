export { InputError } from './inputError';
export { asShown, type Counts, nextStepOf, type NodeError, nodeError } from './nodeError';
export { holdsToken, messageOf, quote, quoteValue, redact } from './quote';
export { asServiceError, type Facts, fill, ServiceError, serviceError } from './serviceError';
export type { Outcome, Verdict } from './verdict';
export { type VerdictName, VERDICTS } from './verdicts';
