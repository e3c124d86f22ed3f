/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';

import { stringify } from 'flatted';

import {
	type Verdict,
	type VerdictName,
	VERDICTS,
} from '../../../nodes/MessagingService/errors/verdicts';
import type { Simulator, SimulatorOptions } from '../../../simulator';
import { startSimulator } from '../../../simulator';
import { DOMAIN } from '../../support/certificates';
import { operationOf } from '../../support/operations';
import type { Sending, Sent } from '../../support/send';
import { itemsFor, send } from '../../support/send';
import { account } from '../../support/simulated';

/** The token of the tests: it must appear nowhere, so it is unlike anything else. */
export const TOKEN = ['matrix', 'secret', '5f3a9c'].join('-');

/** Longest time of a request that gets no answer: enough for one that does, on a busy machine. In ms. */
export const IMPATIENT = 2_000;

/** Settings of a simulator for these tests. */
export const SIMULATOR: SimulatorOptions = {
	accounts: [account('enterprise', TOKEN)],
	otpCode: () => '123456',
	domain: DOMAIN,
};

/** Does something with a simulator of its own, beside which others run. */
export async function withSimulator(act: (simulator: Simulator) => Promise<void>): Promise<void> {
	const simulator = await startSimulator(SIMULATOR);
	await act(simulator).finally(async () => await simulator.stop());
}

/** A kind of requests: what a failure of one means holds for all of its kind. */
export interface Kind {
	/** `resource.operation` */
	operation: string;
	method: 'GET' | 'POST';
	/** Decoded path, for the fault. */
	path: string;
	/** Key in the simulator's counters. */
	counter: string;
	/** Whether it changes nothing; every other one is done once. */
	reads: boolean;
	/** Whether it names a number in its path, or an OTP ID, which may be unknown. */
	looksUp: boolean;
	/** Whether what is sent is sent by the next request of the same item, so that this one leaves nothing in doubt. */
	sendsLater: boolean;
	/** Name of the option that keeps an item from being done twice. */
	keyOption?: string;
}

function kindOf(operation: string): Kind {
	const { requests, keyOption } = operationOf(operation);
	const [{ method, path }] = requests;
	return {
		operation,
		method,
		path: path.replace(/\{.*/, '*'),
		counter: `${method} ${path}`,
		reads: method === 'GET',
		looksUp: path.includes('{') || path === '/otp/verify',
		sendsLater: requests.length > 1,
		keyOption,
	};
}

export const READS = kindOf('lease.getStatus');
export const SENDS = kindOf('message.send');
export const ADOPTS = kindOf('lease.adopt');
export const COUNTS = kindOf('otp.verify');
export const PREPARES = kindOf('intent.generateAndSend');

/** What must come of a request that fails so, by its row in the table of verdicts. */
export function meaningOf(verdict: VerdictName, { reads, sendsLater }: Kind) {
	const { repeated, acted }: Verdict = VERDICTS[verdict];
	const isInDoubt = !acted && !reads && !sendsLater;
	return {
		isRepeated: repeated === 'always' || (repeated === 'reads' && reads),
		isInDoubt,
		context: { verdict, outcome: isInDoubt ? 'possiblySent' : 'notSent' },
	};
}

/** How often the service has carried out requests of a kind. */
export const actedOn = ({ stats }: Simulator, { counter }: Kind): number =>
	stats.acted[counter] ?? 0;

/** Makes a request of a kind, with a key where it takes one. */
export async function make(
	simulator: Simulator,
	{ operation, keyOption }: Kind,
	baseUrl: string,
	{ options, workflowId = randomUUID(), ...more }: Sending,
): Promise<Sent> {
	const account = { apiToken: TOKEN, authScheme: 'Bearer', allowInsecureHttp: true };
	const reached = { credentials: { ...account, baseUrl: simulator.baseUrl } };
	return await send(
		{ simulator },
		{
			operation,
			workflowId,
			credentials: { ...account, baseUrl },
			items: await itemsFor({ simulator }, operation, reached),
			options: { ...options, ...(keyOption && { [keyOption]: 'key of the item' }) },
			...more,
		},
	);
}

/** Expects that a request failed as its verdict says, with a next step, and that the token stands nowhere. */
export function expectFailure(sent: Sent, verdict: VerdictName, kind: Kind, status?: number): void {
	const { context, httpCode, description } = sent.error;
	const { isInDoubt, ...meaning } = meaningOf(verdict, kind);
	expect(context).toMatchObject(meaning.context);
	if (status) expect(httpCode).toBe(String(status));
	expect(description).toMatch(/\w+ \w+/);
	if (isInDoubt) expect(description).not.toMatch(/try again/i);
	expect(tracesOf(sent)).not.toContain(TOKEN);
}

/** Returns all that n8n would save of a run, and its error with its causes, as text. */
function tracesOf({ run: saved }: Sent): string {
	const deep = { depth: 12, showHidden: true, maxArrayLength: null, maxStringLength: null };
	const { error } = saved.data.resultData;
	const parts = [saved.data.resultData, error, error?.cause];
	return [stringify(saved), ...parts.map((part) => inspect(part, deep)), error?.stack].join('\n');
}
