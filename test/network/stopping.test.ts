import { probePort } from '../../playground/src/ports';
import { withoutTimeouts } from '../support/heldTimeouts';
import { KeyStore } from '../support/keyStore';
import { NODE_TYPE } from '../support/n8nCore';
import { forget, lead, resolveNames } from '../support/names';
import { nextTurn } from '../support/nextTurn';
import { observed } from '../support/observed';
import { SEND, simulated } from '../support/simulated';
import { startWires, WIRE } from './support/wires';

const service = simulated();
const HOST = 'service.test.invalid';

const message = { ...SEND, options: { sendOnceKey: 'key' } };

let forgetNames: () => void;

beforeAll(async () => {
	forgetNames = resolveNames();
	await new KeyStore().register();
});
afterAll(() => forgetNames());

describe('stopping the execution while the connection is still being made', () => {
	it.each(['http', 'https'])('sends nothing, and the next run sends (%s)', async (scheme) => {
		const workflowId = `stopping ${scheme}`;
		const port = await probePort(0);
		const end = await startWires(port, []);
		let isConnecting = false;
		lead(HOST, () => {
			isConnecting = true;
			return [WIRE.full];
		});
		const { node, settled } = observed();
		let stop: () => void = () => undefined;

		const start = async () =>
			await service.run(message, {
				workflowId,
				credentials: {
					...service.credentials(),
					baseUrl: `${scheme}://${HOST}:${port}`,
					allowInsecureHttp: true,
				},
				nodeTypes: { [NODE_TYPE]: node },
				onStart: (stopExecution) => {
					stop = stopExecution;
				},
			});

		const running = withoutTimeouts(start);
		while (!isConnecting) await nextTurn();
		// From the address to the first step towards it.
		for (let turn = 0; turn < 10; turn++) await nextTurn();
		stop();
		await running.catch(() => undefined);
		expect(await settled).toMatch(/^The execution was stopped/);

		forget(HOST);
		end();

		const { json, error } = await withoutTimeouts(
			async () => await service.run(message, { workflowId }),
		);
		expect([error, json[0]?.skipped]).toEqual([undefined, undefined]);
		expect(service.simulator.messages).toHaveLength(1);
	});
});
