import { ALLOWED_COUNTRIES } from './allowedCountries';
import { SEND_ONCE_KEY } from './onceKey';
import { flagOption, numberOption, type Parameter } from './parameter';
import { DEFAULT_COUNTRY } from './phoneNumber';
import { DO_NOT_SEND_TO, ONLY_SEND_TO } from './recipientLists';

/** Reads and checks an item, and returns what it would send instead of sending it. */
export const DRY_RUN = flagOption({
	displayName: 'Dry Run',
	name: 'dryRun',
	description:
		'Whether to check each item and show what would be sent, instead of sending it. An expression decides for each item.',
});

/** Most messages of one execution: a workflow that lost its filter does not send to everybody. */
export const MAX_MESSAGES = numberOption({
	displayName: 'Max Messages',
	name: 'maxMessages',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Maximum number of messages that one execution sends, over all rounds of a loop; 0 means no limit. A round that would exceed it is not sent.',
});

/** The options of every operation that sends to many recipients. */
export const SENDING_OPTIONS: Array<Parameter<unknown>> = [
	ALLOWED_COUNTRIES,
	DEFAULT_COUNTRY,
	SEND_ONCE_KEY,
	MAX_MESSAGES,
	DO_NOT_SEND_TO,
	ONLY_SEND_TO,
	DRY_RUN,
];
