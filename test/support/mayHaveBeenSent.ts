/** What an error says first where the service may have carried a request out all the same. */
export const MAY_HAVE_BEEN_SENT = /may have been \w+\. Check /;
