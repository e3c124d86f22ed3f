/** What an error says first where the service may have carried a request out all the same. */
export const POSSIBLY_DONE = /may have been \w+\. Check /;
