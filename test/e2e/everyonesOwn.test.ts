import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { N8nClient, WorkflowFile } from '../../playground/src/n8nClient';
import { e2eContext, loggedIn, runWorkflow, simulator } from './support/context';
import { inRounds, recipient, SENDER, sendRows, TRIGGER } from './support/rows';

let client: N8nClient;

beforeAll(async () => {
	client = await loggedIn();
});

beforeEach(async () => await simulator.reset());

/** Sends rows as they are, with these options. */
function send(rows: IDataObject[], options: INodeParameters = {}): WorkflowFile {
	const file = sendRows(rows.length, e2eContext().credential, options);
	const nodes = file.nodes.map((node) =>
		node.name === 'Rows'
			? { ...node, parameters: { ...node.parameters, jsonOutput: JSON.stringify({ rows }) } }
			: node,
	);
	return { ...file, nodes };
}

const sent = async () => (await simulator.state()).messages.map(({ to }) => to);

const row = (index: number, more: IDataObject = {}) => ({
	to: recipient(index),
	text: 'Hello',
	...more,
});

it('opt-outs that a Set holds get no message, in whatever notation', async () => {
	const rows = [row(0, { optOuts: ['(202) 555-0100', '(202) 555-0100'] }), row(1)];
	const options = { doNotSendTo: '={{ new Set($json.optOuts) }}', defaultCountry: 'US' };
	const { status } = await runWorkflow(client, send(rows, options), TRIGGER);

	expect(status).toBe('success');
	expect(await sent()).toEqual([recipient(1)]);
});

it('an opt-out is read by the country of every row, not of the first one alone', async () => {
	const german = '0151 12345678';
	const rows = [
		{ to: '0664 1234567', country: 'AT', text: 'Hello' },
		{ to: german, country: 'DE', text: 'Hello' },
	];
	const options = { doNotSendTo: german, defaultCountry: '={{ $json.country }}' };
	const { status } = await runWorkflow(client, send(rows, options), TRIGGER);

	expect(status).toBe('success');
	expect(await sent()).toEqual(['+436641234567']);
});

it('in the second round of a loop, an error says what the first one has sent', async () => {
	const rows = [row(0), row(1), row(2), { to: 'abc', text: 'Hello' }, row(4)];
	const { status, data } = await runWorkflow(client, inRounds(send(rows), 3), TRIGGER);

	expect(status).toBe('error');
	expect(await sent()).toHaveLength(3);

	const { message, description } = data.resultData.error ?? {};
	expect(message).toContain(`'To' "abc" is not a valid phone number`);
	expect(message).toContain('3 messages were sent earlier in this execution');
	expect(description).toContain('another run sends them again');
	expect(description).toContain('None of the input items of this round was sent.');
	expect(`${message} ${description}`).not.toMatch(/Nothing was sent|Remove/);
});

it('one key for several people in several rounds of a loop stops the run, and names it', async () => {
	const rows = [row(0), row(1), row(2)];
	const file = send(rows, { sendOnceKey: 'july-campaign' });
	const { status, data } = await runWorkflow(client, inRounds(file, 1), TRIGGER);

	expect(status).toBe('error');
	expect(await sent()).toEqual([recipient(0)]);
	expect(data.resultData.error?.message).toContain(
		`'Send Once Key' is "july-campaign" for different recipients`,
	);
});

it('a message that a broken expression made is refused, with what to do', async () => {
	const broken = send([row(0)]);
	const nodes = broken.nodes.map((node) =>
		node.name === SENDER
			? { ...node, parameters: { ...node.parameters, message: 'Hi {{ $json.name }}' } }
			: node,
	);

	const { status, data } = await runWorkflow(client, { ...broken, nodes }, TRIGGER);

	expect(status).toBe('error');
	expect(await sent()).toEqual([]);
	expect(data.resultData.error?.description).toContain('Expression');
});
