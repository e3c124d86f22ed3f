import { recipient } from '../support/rows';
import { sharedN8n } from './support/n8n';
import { inARow, node, start } from './support/workflow';

const n8n = sharedN8n();

it('a one-time password is sent, and the right one verifies the number', async () => {
	const to = recipient(43);
	const otp = (name: string, operation: string, fields: object) =>
		node(name, 'messagingService', { resource: 'otp', operation, ...fields });
	const sent = await n8n.run(inARow(start(), otp('Send', 'send', { to })));
	const [{ otp_id: otpId }] = sent.json('Send');
	expect(n8n.simulator.otps).toMatchObject([{ to, verified: false }]);

	const fields = { otpId, otp: n8n.simulator.otps[0].code };
	const { json } = await n8n.run(inARow(start(), otp('Verify', 'verify', fields)));
	expect(json('Verify')).toMatchObject([{ verified: true }]);
	expect(n8n.simulator.otps).toMatchObject([{ to, verified: true }]);
});
