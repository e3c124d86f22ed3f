/**
 * Does with a number of the simulated service what somebody else would.
 * @param serviceUrl `{base_url}` of the service
 * @param number E.164
 */
export async function lease(
	serviceUrl: string,
	action: 'register' | 'relinquish',
	number: string,
): Promise<void> {
	const response = await fetch(
		`${serviceUrl}/enterprise/lease/${action}/${encodeURIComponent(number)}`,
		{ method: 'POST', headers: { authorization: 'Bearer demo-enterprise' } },
	);
	if (!response.ok) throw new Error(`${action} of ${number} was answered with ${response.status}`);
}
