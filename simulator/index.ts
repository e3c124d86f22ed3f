import type { Fault } from './faults/faults';
import type { Gate } from './faults/gate';
import type { FaultSpec } from './faults/schema';
import type { NumberRecord } from './protocol/schemas';
import { build } from './server';
import { withDefaults, type Settings } from './settings/settings';
import type { RecordedRequest, Stats } from './state/recorder';
import type { SentMessage, SentOtp } from './state/state';

export type { Account } from './settings/settings';
export type { Fault, FaultSpec, Gate, NumberRecord, RecordedRequest };

/** Options of a simulator. Whatever is left out has the default of the README. */
export interface SimulatorOptions extends Partial<Settings> {
	/** 0, the default, takes any free port. */
	port?: number;
	/** A domain whose names lead here too, in tests that have their own name server; none by default. */
	domain?: string;
}

/** A running simulator. The lists are copies of the moment, oldest first. */
export interface Simulator {
	/** Address of the inbox page and the control routes, without a trailing slash. */
	readonly url: string;
	/** `{base_url}` of the service. */
	readonly baseUrl: string;
	readonly port: number;
	readonly requests: readonly RecordedRequest[];
	readonly messages: readonly SentMessage[];
	readonly otps: readonly SentOtp[];
	/** Every number, leased or not. */
	readonly pool: readonly NumberRecord[];
	readonly stats: Stats;
	/** Puts a fault at the end of the queue. */
	fault(spec: FaultSpec): Fault;
	/**
	 * Holds every request that matches until the returned gate is opened. Then they get the usual answer, or that of
	 * the fault.
	 */
	hold(spec?: Partial<FaultSpec>): Gate;
	/** Removes every fault from the queue; requests that they hold continue. */
	clearFaults(): void;
	/** Forgets everything, as if it had just been started. */
	reset(): void;
	/** Closes every connection, also those that hang, and stops listening. */
	stop(): Promise<void>;
}

/**
 * Starts the service on 127.0.0.1.
 * @throws Error with code EADDRINUSE where the port is taken.
 */
export async function startSimulator({
	port = 0,
	domain,
	...chosen
}: SimulatorOptions = {}): Promise<Simulator> {
	const { server, state, recorder, faults, reset } = build(withDefaults(chosen), domain);
	const url = await server.listen({ host: '127.0.0.1', port });

	return {
		url,
		baseUrl: url,
		port: Number(new URL(url).port),
		get requests() {
			return [...recorder.requests];
		},
		get messages() {
			return [...state.messages.kept];
		},
		get otps() {
			return state.otps;
		},
		get pool() {
			return state.pool.records;
		},
		get stats() {
			return recorder.stats;
		},
		fault: (spec) => faults.add(spec),
		hold: (spec) => faults.hold(spec),
		clearFaults: () => faults.clear(),
		reset,
		stop: async () => await server.close(),
	};
}
