import type { VerdictName } from '../../../nodes/MessagingService/errors/verdicts';
import type { FaultSpec } from '../../../simulator';
import { ADDRESS } from './fronts';
import { nth, WIRE } from './wires';

/** One row of the matrix: what stands or fails between n8n and the service. */
export interface NetworkRow {
	name: string;
	scheme: 'http' | 'https';
	/** Addresses to which the service's name leads, for the simulator with this index. */
	to: (simulator: number) => string[];
	/** Its row in the table of verdicts; undefined where the item is done all the same. */
	verdict?: VerdictName;
	/** Whether a request without a body gets through. */
	needsBody?: true;
	/** What the service itself does wrong behind it. */
	fault?: FaultSpec;
	/** Whether the service carries it out, although it goes wrong; perhaps, where that depends on who is faster. */
	acts?: true | 'perhaps';
	statusCode?: number;
	/** Whether a request hangs until it runs out of time. */
	hangs?: true;
}

type Described = Partial<NetworkRow> & { name: string; at: string | string[] };

const networkWith =
	(standard: Partial<NetworkRow>) =>
	({ at, ...more }: Described): NetworkRow => ({
		scheme: 'http',
		to: () => [at].flat(),
		...standard,
		...more,
	});

const unconnected = networkWith({ verdict: 'notConnected' });
const insecure = networkWith({ verdict: 'notSecure', scheme: 'https' });
const lost = networkWith({ verdict: 'lost' });
const brokenDown = networkWith({ verdict: 'brokenDown' });
/** All goes well in the end. */
const fine = networkWith({});

/** What can stand or fail between n8n and the service. */
export const NETWORK: NetworkRow[] = [
	unconnected({ name: 'nobody knows the name', at: [] }),
	unconnected({ name: 'nothing listens', at: WIRE.refused }),
	unconnected({ name: 'the network cannot be reached', at: WIRE.unreachable }),
	unconnected({
		name: 'two addresses, both down',
		at: [WIRE.refused, WIRE.alsoRefused],
	}),
	unconnected({ name: 'IPv6 and IPv4, both down', at: ['::1', WIRE.refused] }),
	unconnected({
		name: 'two addresses, one down and one that cannot be reached',
		at: [WIRE.unreachable, WIRE.refused],
	}),
	fine({ name: 'two addresses, the first down', at: [WIRE.refused, ADDRESS.nginx] }),
	fine({
		name: 'two addresses, the first cannot be reached',
		at: [WIRE.unreachable, ADDRESS.nginx],
	}),
	unconnected({
		name: 'a connection that never comes about',
		at: WIRE.full,
		hangs: true,
	}),
	unconnected({
		name: 'a connection that never comes about, over TLS',
		at: WIRE.full,
		scheme: 'https',
		hangs: true,
	}),
	lost({ name: 'closed without an answer', at: WIRE.closedAtFirstBytes }),
	lost({ name: 'reset without an answer', at: WIRE.resetAtFirstBytes }),

	...tls(),
	...nginx(),
];

function tls(): NetworkRow[] {
	return [
		fine({ name: 'TLS by nginx', at: ADDRESS.nginxTls, scheme: 'https' }),
		insecure({ name: 'a certificate by an unknown authority', at: ADDRESS.untrusted }),
		insecure({ name: 'an expired certificate', at: ADDRESS.expired }),
		insecure({ name: 'a certificate for another name', at: ADDRESS.wrongName }),
		insecure({ name: 'TLS to a server that speaks plain HTTP', at: ADDRESS.nginx }),
		insecure({ name: 'a TLS handshake that is reset', at: WIRE.resetAtFirstBytes }),
		insecure({ name: 'a TLS handshake that is closed', at: WIRE.closedAtFirstBytes }),
		insecure({
			name: 'a TLS handshake that never ends',
			at: WIRE.silent,
			hangs: true,
		}),
		{
			...lost({
				name: 'a TLS stream that turns to noise after the request was read',
				at: [],
				scheme: 'https',
				acts: true,
			}),
			to: (simulator) => [nth(WIRE.noisyAnswer, simulator)],
		},
		{
			...lost({
				name: 'a TLS stream that is reset after the request was read',
				at: [],
				scheme: 'https',
				acts: true,
			}),
			to: (simulator) => [nth(WIRE.brokenAnswer, simulator)],
		},
	];
}

function nginx(): NetworkRow[] {
	return [
		brokenDown({ name: 'nginx, service down', at: ADDRESS.nginxDown, statusCode: 502 }),
		brokenDown({
			name: 'nginx, service slow',
			at: ADDRESS.nginxSlow,
			fault: { kind: 'hang', when: 'after' },
			acts: 'perhaps',
			statusCode: 504,
		}),
		brokenDown({
			name: 'nginx, service resets',
			at: ADDRESS.nginx,
			fault: { kind: 'reset', when: 'after' },
			acts: true,
			statusCode: 502,
		}),
		networkWith({ verdict: 'address', needsBody: true })({
			name: 'nginx, too large',
			at: ADDRESS.nginxTooLarge,
			statusCode: 413,
		}),
		lost({
			name: 'nginx, an answer in chunks that is cut',
			at: ADDRESS.nginxChunked,
			fault: { kind: 'truncatedBody', when: 'after' },
			acts: true,
		}),
		fine({ name: 'nginx, an answer in chunks', at: ADDRESS.nginxChunked }),
	];
}
