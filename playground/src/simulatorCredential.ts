/**
 * Returns the data of a Messaging Service API credential that the simulator accepts, with all that it allows.
 * @param baseUrl `{base_url}` of the simulator
 */
export const simulatorCredential = (baseUrl: string) => ({
	baseUrl,
	apiToken: 'demo-enterprise',
	authScheme: 'Bearer',
	allowInsecureHttp: false,
});
