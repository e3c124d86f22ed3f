import { flagOption } from './parameter';

/** Reads and checks all items, and returns what they would send instead of sending it. */
export const DRY_RUN = flagOption({
	displayName: 'Dry Run',
	name: 'dryRun',
	description: 'Whether to check each item and show what would be sent, instead of sending it',
});
