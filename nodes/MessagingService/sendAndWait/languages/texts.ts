/** What the pages say, but for what the workflow's author wrote. */
export interface Texts {
	/** Heading of a page, where the author gave it none. */
	question: string;
	/** Below the buttons of an approval. */
	undecided: string;
	approve: string;
	decline: string;
	/** Before the link in the message. */
	respond: string;
	submit: string;
	/** Label of a free text; also before the label of the button that was pressed. */
	answer: string;
	/** Label of the field for a comment. */
	comment: string;
	/** Behind the label of a field that may stay empty, in brackets. */
	optional: string;
	/** First entry of a list of which nothing is chosen yet. */
	choose: string;
	/** Heading of the list of problems; also before the title of a page that asks again. */
	problems: string;
	missing: string;
	missingChoice: string;
	missingChoices: string;
	/** `#` stands for how many: 2, or 1–3. */
	choiceCount: string;
	notInList: string;
	notNumber: string;
	notDate: string;
	notEmail: string;
	tooLong: string;
	thanks: string;
	approved: string;
	declined: string;
	recorded: string;
	close: string;
	/** Heading of the page of a question that is answered, or whose time is over. */
	closed: string;
	closedWhy: string;
	/** Heading of the page where the workflow does not give what the page is made of. */
	failed: string;
	failedWhy: string;
	/** What all these have in common. */
	unchanged: string;
}
