import { probePort } from '../../playground/src/ports';
import { nextTurn } from '../support/clock';
import { stoppable } from '../support/observed';
import { outcomes, send } from '../support/send';
import { simulated } from '../support/simulated';
import { forget, lead, resolveNames } from './support/names';
import { startWires, WIRE } from './support/wires';

const service = simulated();
const HOST = 'service.test.invalid';

let forgetNames: () => void;

beforeAll(() => {
	forgetNames = resolveNames();
});
afterAll(() => forgetNames());

it.each(['http', 'https'])(
	'stopping an execution while its connection is made sends nothing, and the next run sends (%s)',
	async (scheme) => {
		const port = await probePort(0);
		const end = await startWires(port, []);
		let isConnecting = false;
		lead(HOST, () => {
			isConnecting = true;
			return [WIRE.full];
		});
		const options = { sendOnceKey: 'key' };
		const baseUrl = `${scheme}://${HOST}:${port}`;
		const { options: stopping, stop } = stoppable();
		const running = send(service, {
			options,
			credentials: { ...service.credentials(), baseUrl, allowInsecureHttp: true },
			...stopping,
		});
		while (!isConnecting) await nextTurn();
		// From the address to the first step towards it.
		await nextTurn();
		expect(await stop()).toMatch(/^The execution was stopped/);
		await running;
		forget(HOST);
		await end();

		expect(outcomes((await send(service, { options })).json)).toEqual(['done']);
	},
);
