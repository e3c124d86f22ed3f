import type { Server } from './api/context';
import type { FaultQueue } from './faults/faultQueue';
import type { Recorder } from './state/recorder';
import type { State } from './state/state';

/** The parts of a simulator that is not listening yet. */
export interface Parts {
	server: Server;
	state: State;
	recorder: Recorder;
	faults: FaultQueue;
}

/** Resets all parts to their start: no messages, no log, no faults, every number available. */
export function reset({ state, recorder, faults }: Omit<Parts, 'server'>): void {
	faults.reset();
	recorder.reset();
	state.reset();
}
