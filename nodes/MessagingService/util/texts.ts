/** The home page of the package, where its docs are. */
const HOME_PAGE = 'https://messaging-service.example/n8n-nodes-messaging-service';

/** Returns a link to a page of the docs, as n8n shows it in descriptions. */
export const docsLink = (page: string, text: string) =>
	`<a href="${HOME_PAGE}/blob/main/docs/${page}" target="_blank">${text}</a>`;

/** Returns a text in capitals. Letters of ASCII alone: the capital of a Turkish dotless i is an I. */
export const inCapitals = (text: string) =>
	text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
