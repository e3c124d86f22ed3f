import { probePort } from '../../playground/src/ports';
import { nextTurn } from '../support/clock';
import { stoppable } from '../support/observed';
import { outcomes, send } from '../support/send';
import { simulated } from '../support/simulated';
import { names, resolveNames, startWays, WAY } from './support/network';

const service = simulated();
resolveNames();

it.each(['http', 'https'])(
	'stopping an execution while its connection is made sends nothing, and the next run sends (%s)',
	async (scheme) => {
		const port = await probePort(0);
		const stopWays = await startWays(port);
		let isConnecting = false;
		names.set('service.test.invalid', () => {
			isConnecting = true;
			return [WAY.full];
		});
		const options = { sendOnceKey: 'key' };
		const baseUrl = `${scheme}://service.test.invalid:${port}`;
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
		await stopWays();

		expect(outcomes((await send(service, { options })).json)).toEqual(['done']);
	},
);
