import { recipient } from '../support/rows';
import { sharedN8n } from './support/n8n';
import { inARow, node, start } from './support/workflow';

const n8n = sharedN8n();

const ours = (resource: string) => (name: string, operation: string, fields: object) =>
	node(name, 'messagingService', { resource, operation, ...fields });

it('a number is verified by the one-time password that it was sent', async () => {
	const [to, otp] = [recipient(43), ours('otp')];
	const sent = await n8n.run(inARow(start(), otp('Send', 'send', { to })));
	const [{ otp_id: otpId }] = sent.json('Send');
	expect(n8n.simulator.otps).toMatchObject([{ to, verified: false }]);

	const fields = { otpId, otp: n8n.simulator.otps[0].code };
	const { json } = await n8n.run(inARow(start(), otp('Verify', 'verify', fields)));
	expect(json('Verify')).toMatchObject([{ verified: true }]);
	expect(n8n.simulator.otps).toMatchObject([{ to, verified: true }]);
});

it('a number is found, adopted, read and given back', async () => {
	const [e164, lease] = ['+12125550101', ours('lease')];
	const number = { number: { __rl: true, mode: 'number', value: e164 } };
	const { status, json } = await n8n.run(
		inARow(
			start(),
			lease('Find', 'getAll', { returnAll: true, filters: { numberStartsWith: e164 } }),
			lease('Adopt', 'adopt', number),
			lease('Read', 'getStatus', number),
			lease('Give back', 'relinquish', number),
		),
	);
	expect(status).toBe('success');
	expect(json('Find')).toMatchObject([{ pool: expect.any(String), data: { e164 } }]);
	expect(json('Adopt')).toMatchObject([{ number: e164 }]);
	expect(json('Read')).toMatchObject([{ data: { e164, status: 'adopted' } }]);
	const ofPool = n8n.simulator.pool.find(({ data }) => data.e164 === e164);
	expect(ofPool?.data.status).toBe('available');
});
