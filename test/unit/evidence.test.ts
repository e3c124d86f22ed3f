import { evidenceOf } from '../../nodes/MessagingService/transport/failures/evidence';

/** An error as the test of a credential gets it: without its request. */
const bare = (code: string) => Object.assign(new Error(code), { code });

describe('of an error without its request', () => {
	it.each([
		['EPROTO', 'tls'],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
		['CERT_HAS_EXPIRED', 'tls'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
		['ECONNRESET', 'connection'],
	])('the code %s chooses the words, and not whether anything may have left', (code, kind) => {
		expect(evidenceOf(bare(code))).toMatchObject({ kind, mayHaveArrived: true });
	});

	it('with a request of which nothing was written, nothing has left', () => {
		const error = Object.assign(bare('ECONNRESET'), { request: { socket: { bytesWritten: 0 } } });
		expect(evidenceOf(error)).toMatchObject({ mayHaveArrived: false });
	});

	it('with its request, its connection says what failed', () => {
		const request = { socket: { secureConnecting: false, bytesWritten: 9, _bytesDispatched: 9 } };
		const error = Object.assign(bare('EPROTO'), { request });
		expect(evidenceOf(error)).toMatchObject({ kind: 'connection', mayHaveArrived: true });
	});
});
