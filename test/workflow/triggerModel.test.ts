import fc from 'fast-check';

import { casesOf } from '../support/cases';
import { NUMBERS } from '../support/triggerService';
import type { Settings } from '../support/triggerTrial';
import { Trial } from '../support/triggerTrial';

/** One thing that happens: to the service, to the trigger, or to n8n. */
interface Step {
	/** For the report of a test that fails. */
	words: string;
	act(trial: Trial): unknown;
}

const number = fc.constantFrom(...NUMBERS);
const empty = fc.constantFrom(undefined, null, '');

const state = fc.record({
	status: fc.oneof(fc.constantFrom('available', 'adopted'), empty),
	health: fc.oneof(fc.constant('good'), empty),
});

/** A number leaves the pool or comes back, and is in another state, or one that the service does not know. */
const changes = fc.tuple(number, fc.option(state, { freq: 6 })).map(
	([changed, now]): Step => ({
		words: `${changed} changes, to ${JSON.stringify(now)}`,
		act({ account }) {
			const others = account.pool.filter((one) => one !== changed);
			account.pool = others.length < account.pool.length ? others : [...others, changed];
			account.states[changed] = now;
		},
	}),
);

const serviceChanges = fc.record({ fails: fc.boolean(), isEmpty: fc.boolean() }).map(
	(change): Step => ({
		words: `the service ${JSON.stringify(change)}`,
		act: ({ world }) => Object.assign(world, change),
	}),
);

const poll = fc.constant<Step>({ words: 'a poll', act: async (trial) => await trial.pollOnce() });
const start = fc.constant<Step>({
	words: 'a poll begins',
	act: async (trial) => await trial.start(),
});
const finish = fc.nat(3).map(
	(which): Step => ({
		words: `poll ${which} ends`,
		act: async (trial) => await trial.finish(which),
	}),
);

const credentialChanges = fc
	.constantFrom<Partial<Settings>>({ path: 'a' }, { path: 'b' }, { token: '11' }, { token: '12' })
	.map(
		(change): Step => ({
			words: `the credential is saved with ${JSON.stringify(change)}`,
			act(trial) {
				if (change.token && trial.settings.credentialId !== '1') return;
				Object.assign(trial.settings, change);
				trial.saveCredential();
			},
		}),
	);

/** The user publishes the workflow with a change; without one, n8n starts again with what it has saved. */
const edit = fc
	.oneof<
		Array<fc.Arbitrary<Partial<Settings>>>
	>(fc.record({ event: fc.constantFrom('numberAvailable', 'numberStatusChanged') }), fc.record({ numbers: fc.uniqueArray(number, { minLength: 1 }) }), fc.record({ country: fc.constantFrom('US', 'CA', undefined) }), fc.constantFrom({ credentialId: '1', token: '11' }, { credentialId: '2', token: '21' }), fc.constant({}))
	.map(
		(change): Step => ({
			words: `published with ${JSON.stringify(change)}`,
			async act(trial) {
				Object.assign(trial.settings, change);
				await trial.publish();
			},
		}),
	);

const steps = fc.array(
	fc.oneof(
		{ weight: 6, arbitrary: changes },
		{ weight: 8, arbitrary: poll },
		{ weight: 1, arbitrary: serviceChanges },
		{ weight: 2, arbitrary: start },
		{ weight: 2, arbitrary: finish },
		{ weight: 1, arbitrary: credentialChanges },
		{ weight: 2, arbitrary: edit },
	),
	{ maxLength: 60, size: 'max' },
);

describe('over time', () => {
	it('every event fires once, none is lost, and none fires that did not happen', async () => {
		let fired = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom<Settings['event']>('numberAvailable', 'numberStatusChanged'),
				steps,
				async (event, happens) => {
					const trial = new Trial();
					trial.settings.event = event;
					await trial.publish();
					for (const { act } of happens) await act(trial);
					while (trial.isPolling) await trial.finish(0);
					await trial.pollOnce();
					fired += trial.fired;
				},
			),
			{ numRuns: casesOf(100) },
		);

		// Trials in which nothing happens would prove nothing.
		expect(fired).toBeGreaterThan(casesOf(20));
	}, 120_000);
});
