import type { FaultSpec } from '../../../simulator';
import { ADDRESS } from './fronts';
import { nth, WIRE } from './wires';

/** One row of the matrix: what stands or fails between n8n and the service. */
export interface NetworkRow {
	name: string;
	scheme: 'http' | 'https';
	/** Addresses to which the service's name leads, for the simulator with this index. */
	to: (simulator: number) => string[];
	/** What the service itself does wrong behind it. */
	fault?: FaultSpec;
	/** Whether the item is done all the same. */
	succeeds?: boolean | 'withoutBody';
	/** Whether the request can have reached the service. */
	reaches: boolean;
	/** Whether the service carries it out, although it goes wrong; perhaps, where that depends on who is faster. */
	acts: boolean | 'perhaps';
	/** Whether a request that changes nothing is repeated; where it cannot have left, every request is. */
	repeated: boolean;
	statusCode?: number;
	/** Whether a request hangs until it runs out of time. */
	hangs?: true;
}

type Described = Partial<NetworkRow> & { name: string; at: string | string[] };

const described =
	(standard: Pick<NetworkRow, 'reaches' | 'acts' | 'repeated'>) =>
	({ at, ...more }: Described): NetworkRow => ({
		scheme: 'http',
		to: () => [at].flat(),
		...standard,
		...more,
	});

/** Nothing of the request leaves, so that everything may be repeated and nothing is done. */
const unsent = described({ reaches: false, acts: false, repeated: true });
/** The request may have been carried out, and the error must say so. */
const open = described({ reaches: true, acts: false, repeated: true });
/** All goes well in the end. */
const fine = (row: Described): NetworkRow => ({ ...open(row), succeeds: true });

/** What can stand or fail between n8n and the service. */
export const NETWORK: NetworkRow[] = [
	unsent({ name: 'nothing listens', at: WIRE.refused }),
	unsent({ name: 'the network cannot be reached', at: WIRE.unreachable }),
	unsent({
		name: 'two addresses, both down',
		at: [WIRE.refused, WIRE.alsoRefused],
	}),
	unsent({ name: 'IPv6 and IPv4, both down', at: ['::1', WIRE.refused] }),
	unsent({
		name: 'two addresses, one down and one that cannot be reached',
		at: [WIRE.unreachable, WIRE.refused],
	}),
	fine({ name: 'two addresses, the first down', at: [WIRE.refused, ADDRESS.nginx] }),
	fine({
		name: 'two addresses, the first cannot be reached',
		at: [WIRE.unreachable, ADDRESS.nginx],
	}),
	unsent({
		name: 'a connection that never comes about',
		at: WIRE.full,
		hangs: true,
	}),
	unsent({
		name: 'a connection that never comes about, over TLS',
		at: WIRE.full,
		scheme: 'https',
		hangs: true,
	}),
	open({ name: 'closed without an answer', at: WIRE.closedAtFirstBytes }),
	open({ name: 'reset without an answer', at: WIRE.resetAtFirstBytes }),

	...tls(),
	...nginx(),
	...haproxy(),
];

function tls(): NetworkRow[] {
	const secure = (row: Described) => unsent({ scheme: 'https', ...row });
	return [
		fine({ name: 'TLS by nginx', at: ADDRESS.nginxTls, scheme: 'https' }),
		fine({ name: 'TLS by haproxy', at: ADDRESS.haproxyTls, scheme: 'https' }),
		secure({ name: 'a certificate by an unknown authority', at: ADDRESS.untrusted }),
		secure({ name: 'an expired certificate', at: ADDRESS.expired }),
		secure({ name: 'a certificate for another name', at: ADDRESS.wrongName }),
		open({
			name: 'TLS that wants a certificate of n8n',
			at: ADDRESS.haproxyMutual,
			scheme: 'https',
		}),
		secure({ name: 'TLS to a server that speaks plain HTTP', at: ADDRESS.nginx }),
		secure({ name: 'a TLS handshake that is reset', at: WIRE.resetAtFirstBytes }),
		secure({ name: 'a TLS handshake that is closed', at: WIRE.closedAtFirstBytes }),
		secure({
			name: 'a TLS handshake that never ends',
			at: WIRE.silent,
			hangs: true,
		}),
		{
			...open({
				name: 'a TLS stream that turns to noise after the request was read',
				at: [],
				scheme: 'https',
				acts: true,
			}),
			to: (simulator) => [nth(WIRE.noisyAnswer, simulator)],
		},
		{
			...open({
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
		open({ name: 'nginx, service down', at: ADDRESS.nginxDown, statusCode: 502 }),
		open({
			name: 'nginx, service slow',
			at: ADDRESS.nginxSlow,
			fault: { kind: 'hang', when: 'after' },
			acts: 'perhaps',
			statusCode: 504,
		}),
		open({
			name: 'nginx, service resets',
			at: ADDRESS.nginx,
			fault: { kind: 'reset', when: 'after' },
			acts: true,
			statusCode: 502,
		}),
		{
			...unsent({ name: 'nginx, too large', at: ADDRESS.nginxTooLarge }),
			succeeds: 'withoutBody',
			repeated: false,
			statusCode: 413,
		},
		open({
			name: 'nginx, an answer in chunks that is cut',
			at: ADDRESS.nginxChunked,
			fault: { kind: 'truncatedBody', when: 'after' },
			acts: true,
		}),
		fine({ name: 'nginx, an answer in chunks', at: ADDRESS.nginxChunked }),
	];
}

function haproxy(): NetworkRow[] {
	const late = (status: number, at: string, repeated: boolean) =>
		open({
			name: `haproxy, ${status} after the service has acted`,
			at,
			acts: true,
			repeated,
			statusCode: status,
		});

	return [
		open({
			name: 'haproxy, service down',
			at: ADDRESS.haproxyDown,
			statusCode: 503,
		}),
		open({
			name: 'haproxy, service slow',
			at: ADDRESS.haproxySlow,
			fault: { kind: 'hang', when: 'after' },
			acts: 'perhaps',
			statusCode: 504,
		}),
		unsent({
			name: 'haproxy, rate limited',
			at: ADDRESS.haproxyLimit,
			statusCode: 429,
		}),
		late(408, ADDRESS.haproxy408, true),
		late(499, ADDRESS.haproxy499, false),
	];
}
