export { nextStepOf, nodeError } from './nodeError';
export { messageOf, quote, quoteValue, withoutTags } from './quote';
export {
	asServiceError,
	type Facts,
	type FailureData,
	fill,
	InputError,
	ServiceError,
	serviceError,
} from './errors';
export { type Outcome, type Verdict, type VerdictName, VERDICTS } from './verdicts';
