import { recipient } from '../support/rows';
import { sharedN8n } from './support/n8n';
import { inARow, node, send, start } from './support/workflow';

const n8n = sharedN8n();

const NUMBER = '+12125550101';

const lease = (name: string, operation: string, parameters = {}) =>
	node(name, 'messagingService', { resource: 'lease', operation, ...parameters });

const number = { number: { __rl: true, mode: 'number', value: NUMBER } };

it('a number is found, adopted, read and given back', async () => {
	const filters = { numberStartsWith: NUMBER };
	const { status, json } = await n8n.run(
		inARow(
			start(),
			lease('Find', 'getAll', { returnAll: true, filters }),
			lease('Adopt', 'adopt', number),
			lease('Read', 'getStatus', number),
			lease('Give back', 'relinquish', number),
		),
	);
	expect(status).toBe('success');
	expect(json('Find')).toMatchObject([{ pool: expect.any(String), data: { e164: NUMBER } }]);
	expect(json('Adopt')).toMatchObject([{ number: NUMBER }]);
	expect(json('Read')).toMatchObject([{ data: { e164: NUMBER, status: 'adopted' } }]);
	const ofPool = n8n.simulator.pool.find(({ data }) => data.e164 === NUMBER);
	expect(ofPool?.data.status).toBe('available');
});

it('a number is checked on a schedule, and a text tells what it is like', async () => {
	const everySecond = { interval: [{ field: 'seconds', secondsInterval: 1 }] };
	const file = inARow(
		node('Every second', 'scheduleTrigger', { rule: everySecond }),
		lease('Check', 'getStatus', number),
		send({ to: recipient(0), message: '={{ $json.data.e164 }} is {{ $json.data.status }}' }),
	);
	const workflow = await n8n.create(file);
	await n8n.published(workflow, async () => {
		expect((await n8n.fired(workflow)).status).toBe('success');
		expect(n8n.texts).toContain(`${NUMBER} is available`);
		await n8n.lease('register', NUMBER);
		await n8n.fired(workflow, (await n8n.client.executions(workflow.id)).length + 1);
	});
	expect(n8n.texts).toContain(`${NUMBER} is adopted`);
});
