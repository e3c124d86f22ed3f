import type { IDataObject } from 'n8n-workflow';

import type { Sending, Sent } from './send';
import { ONE_BY_ONE, send } from './send';
import type { Simulated } from './simulated';
import { bodyOf } from './simulated';

export const LONDON = '+442079460018';
export const WASHINGTON = '+12025550143';

/** Sends with a list of numbers: a text as typed by hand, all else by an expression that reads it from the first item. */
export async function sendWithList(
	service: Simulated,
	rule: 'doNotSendTo' | 'onlySendTo',
	list: unknown,
	{ items = [], options, rules, ...more }: Sending,
): Promise<Sent> {
	const [first, ...others]: IDataObject[] = items;
	return await send(service, {
		items: [{ ...first, list: list as string }, ...others],
		rules: { [rule]: typeof list === 'string' ? list : '={{ $json.list }}', ...rules },
		options: { ...ONE_BY_ONE, ...options },
		...more,
	});
}

/** Returns the recipients of all that was asked for, oldest first. */
export const askedFor = (service: Simulated): unknown[] =>
	service
		.asked()
		.filter(({ path }) => !path.includes('generate'))
		.map((request) => bodyOf(request).to);
