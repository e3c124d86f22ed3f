import type { ICredentialType, INodeProperties } from 'n8n-workflow';

export class MessagingServiceApi implements ICredentialType {
	name = 'messagingServiceApi';

	displayName = 'Messaging Service API';

	icon = {
		light: 'file:../nodes/MessagingService/messagingService.svg',
		dark: 'file:../nodes/MessagingService/messagingService.dark.svg',
	} as const;

	documentationUrl = 'https://messaging-service.example/n8n-nodes-messaging-service#credentials';

	// From n8n 2.40 on, no other node gets it. HTTP Request hands the headers of a failed request on to the next
	// node, so whoever may use the credential there could read the token.
	restrictToSupportedNodes = true as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the API, from the reference or the account page of your provider. A path prefix such as /v1 and a trailing slash both work.',
		},
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'The token that your provider gave you for its API. It is sent only to the Base URL. A pasted "Bearer " before it is ignored.',
		},
		{
			displayName: 'Authorization Scheme',
			name: 'authScheme',
			type: 'options',
			default: 'Bearer',
			description: 'The word before the token in the Authorization header',
			options: [
				{ name: 'Bearer', value: 'Bearer' },
				{ name: 'Token', value: 'Token' },
			],
		},
		{
			displayName: 'Allow Insecure HTTP',
			name: 'allowInsecureHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to allow plain http to other machines. The API token then travels unencrypted.',
		},
	];
}
