import { sharedN8n } from './support/n8n';
import { inARow, node, start } from './support/workflow';

const n8n = sharedN8n();

const NUMBER = '+12125550101';

const leaseNode = (name: string, operation: string, parameters = {}) =>
	node(name, 'messagingService', { resource: 'lease', operation, ...parameters });

const number = { number: { __rl: true, mode: 'number', value: NUMBER } };

it('a number is found, adopted, read and given back', async () => {
	const filters = { numberStartsWith: NUMBER };
	const { status, json } = await n8n.run(
		inARow(
			start(),
			leaseNode('Find', 'getAll', { returnAll: true, filters }),
			leaseNode('Adopt', 'adopt', number),
			leaseNode('Read', 'getStatus', number),
			leaseNode('Give back', 'relinquish', number),
		),
	);
	expect(status).toBe('success');
	expect(json('Find')).toMatchObject([{ pool: expect.any(String), data: { e164: NUMBER } }]);
	expect(json('Adopt')).toMatchObject([{ number: NUMBER }]);
	expect(json('Read')).toMatchObject([{ data: { e164: NUMBER, status: 'adopted' } }]);
	const ofPool = n8n.simulator.pool.find(({ data }) => data.e164 === NUMBER);
	expect(ofPool?.data.status).toBe('available');
});
