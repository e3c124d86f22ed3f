import * as n8nWorkflow from 'n8n-workflow';
import type { IExecuteFunctions, INode, INodeType } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { loadBuilt, messagingService } from '../support/built';
import { KeyStore } from '../support/keyStore';
import { NODE_TYPE } from '../support/n8nCore';
import { simulated } from '../support/simulated';
import { ascending, recipient, rows, SEND_ROW, textsOf } from './support/rows';

const service = simulated();

beforeAll(async () => await new KeyStore().register());

/** Loads the package anew, as n8n does when it updates it: n8n-workflow stays as it is loaded. */
function reload(): INodeType {
	let reloaded = messagingService;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => n8nWorkflow);
		reloaded = loadBuilt('nodes/MessagingService/MessagingService.node.js', 'MessagingService');
	});
	expect(reloaded).not.toBe(messagingService);
	return reloaded;
}

/** Returns node types in which the package is loaded anew for each run and each try. */
function reloadedEachTime(): Record<string, INodeType> {
	const node = Object.assign(Object.create(messagingService) as INodeType, {
		async execute(this: IExecuteFunctions) {
			return await reload().execute?.call(this);
		},
	});
	return { [NODE_TYPE]: node };
}

const sent = textsOf(service);
const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const at = (index: number, fault: FaultSpec) =>
	service.simulator.fault({ ...fault, match: { to: recipient(index) } });
const refused: FaultSpec = { kind: 'answer', status: 422, body: {} };
const broken: FaultSpec = { kind: 'answer', status: 500, body: {}, when: 'after' };

const run = async (count: number, node: Partial<INode>, options: n8nWorkflow.INodeParameters) =>
	await service.run(
		{ ...SEND_ROW, options: { maxRetries: 0, ...options } },
		{ input: rows(count), node, nodeTypes: reloadedEachTime() },
	);

describe('when n8n updates the package while an execution runs', () => {
	it('the next try of Retry On Fail sends only what was not sent', async () => {
		at(2, refused);
		const { json } = await run(4, RETRY, { concurrency: 1 });
		expect(sent()).toEqual(['0', '1', '2', '3']);
		expect(json).toHaveLength(4);
	});

	it('what was possibly sent is not sent again, and fails as it failed', async () => {
		const node: Partial<INode> = { ...RETRY, onError: 'continueRegularOutput' };
		const options = { concurrency: 1, maxRetries: 0 };
		const outputs = [];
		for (const nodeTypes of [{}, reloadedEachTime()]) {
			service.simulator.reset();
			at(0, refused);
			at(1, broken);
			const { json } = await service.run(
				{ ...SEND_ROW, options },
				{ input: rows(2), node, nodeTypes },
			);
			expect(ascending(sent())).toEqual(['0', '1']);
			outputs.push(json[1]);
		}

		expect(outputs[1]).toEqual(outputs[0]);
	});

	it('a wrong one-time password stays checked once', async () => {
		const { json } = await service.run({ resource: 'otp', operation: 'send', to: recipient(0) });
		const { error } = await service.run(
			{
				resource: 'otp',
				operation: 'verify',
				otpId: json[0].otp_id as string,
				otp: 'wrong',
				options: { failOnIncorrect: true },
			},
			{ node: RETRY, nodeTypes: reloadedEachTime() },
		);

		expect(error?.message).toBe('The one-time password is not correct');
		expect(service.asked().filter(({ path }) => path === '/otp/verify')).toHaveLength(1);
	});

	it('keys that are being sent with are not used a second time by another execution', async () => {
		const gate = service.simulator.hold({ times: 10 });
		const options = { sendOnceKey: '={{ $json.text }}' };
		const first = run(60, {}, options);
		await gate.holds(10);
		const second = run(60, {}, options);
		gate.open();
		const outputs = (await Promise.all([first, second])).map(({ json }) => json);
		expect(ascending(sent())).toEqual(rows(60).map(({ text }) => text));
		expect(outputs.flat().filter(({ skipped }) => skipped)).toHaveLength(60);
	});
});

it('what became of an item goes into no data that n8n saves', async () => {
	const { run: saved } = await service.run(SEND_ROW, { input: rows(1) });
	const text = JSON.stringify(saved.data);
	expect(text).not.toContain('isFinal');
	const item = saved.data.resultData.runData.Source[0].data?.main[0]?.[0];
	expect(Object.keys(item ?? {})).toEqual(['json', 'pairedItem']);
	expect(Object.keys(structuredClone(item) ?? {})).toEqual(['json', 'pairedItem']);
});
