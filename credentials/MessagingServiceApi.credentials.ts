import type { ICredentialType, INodeProperties } from 'n8n-workflow';

export class MessagingServiceApi implements ICredentialType {
	name = 'messagingServiceApi';

	displayName = 'Messaging Service API';

	icon = {
		light: 'file:../nodes/MessagingService/messagingService.svg',
		dark: 'file:../nodes/MessagingService/messagingService.dark.svg',
	} as const;

	documentationUrl = 'https://messaging-service.example/n8n-nodes-messaging-service';

	// There is no `authenticate`: with it, n8n's HTTP Request of any version would offer this credential, and could send the token
	// to any address. The nodes of this package put the header in themselves.

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
			placeholder: 'e.g. https://api.example.com/v1',
			description: 'Address of the API, from your provider, e.g. https://api.example.com/v1',
		},
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'API token from your account. It is sent only to the Base URL.',
		},
		{
			displayName: 'Authorization Scheme',
			name: 'authScheme',
			type: 'options',
			default: 'Bearer',
			description: 'Keep Bearer unless your provider says Token',
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
