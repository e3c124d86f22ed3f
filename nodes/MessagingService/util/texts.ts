/** Returns a link to a page of the docs, as n8n shows it in descriptions. They are at the home page of the package. */
export const docsLink = (page: string, text: string) =>
	`<a href="https://messaging-service.example/n8n-nodes-messaging-service/blob/main/docs/${page}" target="_blank">${text}</a>`;

/** Returns a text in capitals. Letters of ASCII alone: the capital of a Turkish dotless i is an I. */
export const inCapitals = (text: string) =>
	text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
