import { recipient } from '../support/rows';
import { sharedN8n } from './support/n8n';
import { inARow, node, start } from './support/workflow';

const n8n = sharedN8n();

const TO = recipient(43);

const sendOtp = () =>
	node('Send password', 'messagingService', { resource: 'otp', operation: 'send', to: TO });

const verify = (otpId: string, otp: string, options = {}) =>
	node('Verify', 'messagingService', {
		resource: 'otp',
		operation: 'verify',
		otpId,
		otp,
		options,
	});

async function sentPassword() {
	const { json } = await n8n.run(inARow(start(), sendOtp()));
	const [{ otp_id: otpId }] = json('Send password') as Array<{ otp_id: string }>;
	return { otpId, code: n8n.simulator.otps[0].code };
}

it('a one-time password is sent, and the right one verifies the number', async () => {
	const { otpId, code } = await sentPassword();
	expect(n8n.simulator.otps).toMatchObject([{ to: TO, verified: false }]);
	const { json } = await n8n.run(inARow(start(), verify(otpId, code)));
	expect(json('Verify')).toMatchObject([{ verified: true }]);
	expect(n8n.simulator.otps).toMatchObject([{ to: TO, verified: true }]);
});

it('a wrong one does not, and stops the workflow where that is asked for', async () => {
	const { otpId } = await sentPassword();
	const { json } = await n8n.run(inARow(start(), verify(otpId, 'wrong')));
	expect(json('Verify')).toMatchObject([{ verified: false }]);

	const strict = verify(otpId, 'wrong', { failOnIncorrect: true });
	expect((await n8n.run(inARow(start(), strict))).status).toBe('error');
});
