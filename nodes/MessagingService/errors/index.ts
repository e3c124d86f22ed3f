export { InputError } from './inputError';
export { type Counts, nextStepOf, type NodeError, nodeError } from './nodeError';
export { messageOf, quote, quoteValue, withoutTags } from './quote';
export {
	asServiceError,
	type Facts,
	fill,
	ServiceError,
	serviceError,
	type Values,
} from './serviceError';
export { type Outcome, type Verdict, type VerdictName, VERDICTS } from './verdicts';
