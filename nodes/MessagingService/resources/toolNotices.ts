const REVIEW = 'Let a person review each call.';

/** Stands above the fields of a tool that sends messages. */
export const SENDING_TOOL = `The AI agent decides how often this runs, and each call costs money. Enter 'To' yourself; if the model must choose it, set 'Only Send To' in the recipient rules. ${REVIEW}`;

/** Stands above the fields of a tool that adopts numbers. */
export const ADOPTING_TOOL = `The AI agent decides how often this runs, and each call costs money. ${REVIEW}`;

/** Stands above the fields of a tool that gives numbers back. */
export const RELINQUISHING_TOOL = `The AI agent decides which number this gives back. You may not get it again. ${REVIEW}`;

/** Stands above the fields of a tool that asks a person. */
export const ASKING_TOOL =
	"The AI agent decides how often a person is asked. Enter 'To' yourself. Set 'Type of Approval' to 'Approve or Decline'.";
