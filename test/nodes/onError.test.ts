import { at, LOST, rows } from '../support/rows';
import { CONTINUE, outcomes, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

const blocked = { kind: 'answer', status: 422, body: { message: 'Blocked' } } as const;

it('with On Error: Continue, the others go on, and a failed item says what happened and nothing else', async () => {
	service.simulator.fault(at(3, blocked));
	const { items, json } = await send(service, { items: rows(6), node: CONTINUE });
	expect(service.sent()).toHaveLength(5);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(rows(6).map((_, item) => ({ item })));
	expect(json[3]).toEqual({
		error: expect.stringContaining('Blocked') as string,
		errorDetails: {
			mayHaveBeenSent: false,
			about: 'number',
			httpCode: '422',
			answer: { message: 'Blocked' },
			description: expect.any(String) as string,
		},
	});
});

it('with On Error: Continue, an operation that this version does not have fails each item', async () => {
	for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
		const { json, errorItems } = await send(service, {
			items: rows(2),
			parameters: { operation: 'schedule' },
			node: { onError },
		});
		expect([...json, ...errorItems.map((item) => item.json)]).toEqual([
			expect.objectContaining({ error: expect.stringContaining('"schedule"') as string }),
			expect.objectContaining({ error: expect.stringContaining('"schedule"') as string }),
		]);
	}
	expect(service.sent()).toEqual([]);
});

it('with an error output, what failed comes out of it with its own data', async () => {
	const own = { to: '020 7946 0018', text: 'Text 2', description: 'Ada’s', httpCode: 7 };
	const { json, errorItems } = await send(service, {
		items: [...rows(2), own],
		node: { onError: 'continueErrorOutput' },
	});
	expect(json).toHaveLength(2);
	expect(errorItems.map((item) => ({ ...item.json, pairedItem: item.pairedItem }))).toEqual([
		{
			...own,
			error: expect.stringContaining('"020 7946 0018"'),
			errorDetails: {
				mayHaveBeenSent: false,
				about: 'input',
				description: expect.stringContaining('Default Country') as string,
			},
			pairedItem: { item: 2 },
		},
	]);
});

it('items that may have been sent are told from those that were not', async () => {
	service.simulator.fault(at(0, LOST));
	service.simulator.fault(at(1, blocked));
	const { json } = await send(service, { items: rows(3), node: CONTINUE });
	expect(outcomes(json)).toEqual(['possibly sent', 'failed', 'done']);
	expect(json[0].errorDetails).not.toHaveProperty('about');
});

it('an expression that fails for one item fails that item alone', async () => {
	for (const bad of [0, 1]) {
		const { json } = await send(service, {
			items: rows(3, (index) => ({ isBad: index === bad })),
			options: { sendOnceKey: '={{ $json.isBad ? $("Nowhere").item.json.key : $json.text }}' },
			workflowId: `bad ${bad}`,
			node: CONTINUE,
		});
		expect(outcomes(json)).toEqual([0, 1, 2].map((index) => (index === bad ? 'failed' : 'done')));
		expect(json[bad].errorDetails).toMatchObject({ about: 'input' });
	}
});

it('a failed item and a run that stops say the same', async () => {
	service.simulator.fault({ ...blocked, times: 'always' });
	const { error } = await send(service);
	const { json } = await send(service, { node: CONTINUE });
	expect(json).toMatchObject([
		{ error: error?.message, errorDetails: { description: error?.description } },
	]);
});
