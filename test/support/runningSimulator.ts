import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator';

/** Starts a simulator for the tests of a file or a `describe`, fresh for each of them. Returns what returns it. */
export function runningSimulator(options: SimulatorOptions = {}): () => Simulator {
	let simulator: Simulator | undefined;
	const running = () => {
		if (!simulator) throw new Error('The simulator runs only during tests');
		return simulator;
	};

	beforeAll(async () => {
		simulator = await startSimulator(options);
	});
	beforeEach(() => running().reset());
	afterAll(async () => await simulator?.stop());
	return running;
}
