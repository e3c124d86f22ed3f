import { quote, type ServiceError, stopped } from '../../errors';
import { activityOf, type Call } from '../request';
import { type Evidence, evidenceOf } from './evidence';
import { failure, type Failure } from './failure';

/** Most characters of n8n's advice for an address that it blocks. */
const MAX_ADVICE = 500;

const CHECK_THE_WAY =
	'Check the Base URL in the credential, that the service is up, and the network of the machine that runs n8n, with its firewall and the proxy if it uses one.';

/**
 * Returns the error for a request that got no answer. It reads little of the error underneath, which holds the request's
 * headers, and with them the token.
 */
export function connectionFailure(error: unknown, call: Call): ServiceError {
	const evidence = evidenceOf(error);
	const { mayHaveLeft, isStopped, blocked } = evidence;
	if (isStopped && !mayHaveLeft) return stopped();
	if (isStopped) return failure(call, { ...stoppedText(call), about: 'stop', mayHaveActed: true });

	if (blocked) {
		const message = quote(blocked.message);
		const nextStep = quote(blocked.nextStep, MAX_ADVICE);
		return failure(call, { message, nextStep, about: 'address', mayHaveActed: mayHaveLeft });
	}

	const { message, nextStep } = textOf(evidence, call);
	return failure(call, {
		message,
		nextStep: nextStep + codesIn(evidence),
		isTransient: true,
		mayHaveActed: mayHaveLeft,
	});
}

/** The words of a failure. */
type Text = Pick<Failure, 'message' | 'nextStep'>;

const stoppedText = (call: Call): Text => ({
	message: `The execution was stopped while ${activityOf(call)}`,
	nextStep: '',
});

function textOf({ mayHaveLeft, isTimeout, failedInHandshake }: Evidence, call: Call): Text {
	const activity = activityOf(call);
	const { host } = new URL(call.connection.baseUrl);

	if (failedInHandshake) {
		return {
			message: `No secure connection to ${host} could be made`,
			nextStep:
				'Check whether the Base URL in the credential must start with https:// or http://, and that the certificate of the service is valid and trusted by the machine that runs n8n.',
		};
	}
	if (!mayHaveLeft) {
		return {
			message: `No connection to ${host} could be made while ${activity}`,
			nextStep: CHECK_THE_WAY,
		};
	}
	if (isTimeout) {
		return {
			message: `The service did not answer in time while ${activity}`,
			nextStep: "If the service is often slow, raise 'Timeout' in the options.",
		};
	}
	return {
		message: `The connection to the service was lost while ${activity}`,
		nextStep: 'If this happens often, check proxies and firewalls between n8n and the service.',
	};
}

/** Returns the codes of Node.js, in small letters: n8n replaces a text that holds such a code by its own. */
function codesIn({ codes }: Evidence): string {
	return codes.length > 0 ? ` (${codes.join(', ').toLowerCase()})` : '';
}
