import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator';

/** To load and to start a server is no test; this ends one that hangs. In ms. */
const A_SERVER_STARTS = 60_000;

/** Starts a simulator for the tests of a file or a `describe`, fresh for each of them. Gives what gives it. */
export function runningSimulator(options: SimulatorOptions = {}): () => Simulator {
	let simulator: Simulator | undefined;
	const running = () => {
		if (!simulator) throw new Error('The simulator runs only during tests');
		return simulator;
	};
	beforeAll(async () => {
		simulator = await startSimulator(options);
	}, A_SERVER_STARTS);
	beforeEach(() => running().reset());
	afterAll(async () => await simulator?.stop());
	return running;
}
