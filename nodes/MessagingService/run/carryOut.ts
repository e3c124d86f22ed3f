import { InputError, messageOf, quote, ServiceError, serviceError } from '../errors';
import { executionMemory } from '../n8n/execution';
import { runInLanes } from '../util/lanes';
import { newLedger } from '../once/ledger';
import { connect, type Service } from '../service/connect';
import { newPace, newPaceMemory } from '../request/pace';
import { isTriedAgain } from './anotherTry';
import type { Input, ItemJob } from './input';
import { showHint } from './output';
import { isDone, type ItemResult, notSent, type Run, setResult } from './run';

/** Most keys of one execution, so that the record still has the first ones when the last ones come. */
const MAX_KEYS = 25_000;

/**
 * Carries out the jobs of a run, at most `concurrency` at the same time; those of one lane, such as a recipient's, one after
 * the other.
 * @throws InputError where there are more messages or keys than may be: none of them was sent
 */
export async function carryOut(run: Run, { jobs, settings }: Input) {
	const { context, results, keyLabel = '', doneWord } = run;
	const { concurrency, maxMessages } = settings;

	// Both limits are for all rounds of a loop together.
	const begun = executionMemory(context, 'begun', {
		messages: 0,
		keys: {} as Record<string, true>,
	});
	const total = begun.messages + jobs.length;
	if (maxMessages && total > maxMessages) {
		throw new InputError(
			`'Max Messages' is ${maxMessages}, but this execution has ${total} items to send`,
			"None of these items was sent. Check why there are so many, for example whether a filter is missing. If all of them are meant, raise 'Max Messages' in the recipient rules.",
		);
	}

	const keys = jobs.flatMap(({ once }) => once?.recorded ?? []);
	const keyCount = new Set([...Object.keys(begun.keys), ...keys]).size;
	if (keyCount > MAX_KEYS) {
		throw new InputError(
			`One execution can have at most ${MAX_KEYS} ${keyLabel}s, but this one has ${keyCount}`,
			`None of these items was ${doneWord}. Read only new rows, or keep the keys in your own database, as the example with PostgreSQL does.`,
		);
	}

	// Before the first one leaves: an agent may call the node again meanwhile.
	begun.messages = total;
	for (const key of keys) begun.keys[key] = true;

	// Ends all that waits: after the first failure where the node stops on failure, and when the user stops the execution.
	const halt = new AbortController();
	const cancelSignal = context.getExecutionCancelSignal();
	const signal = AbortSignal.any([halt.signal, cancelSignal ?? halt.signal]);

	const ledger = newLedger(context, keys, concurrency, signal);
	const shared = {
		helpers: context.helpers,
		pace: newPace(settings.requestsPerSecond, executionMemory(context, 'pace', newPaceMemory())),
		signal,
		cancelSignal,
	};

	/** Does what an item asks for, unless its key was used. */
	const doOnce = async (job: ItemJob) => {
		const { itemIndex, once, message } = job;
		try {
			const service = await connect(context, settings, itemIndex, shared);
			const work = () => doJob(run, job, service);
			if (!once) return await work();

			return await ledger.doOnce(once.recorded, work, (outcome): ItemResult => {
				const json = {
					skipped: true,
					...once.output,
					...(message && { to: message.to }),
					...(outcome === 'possiblySent' && { mayHaveBeenSent: true }),
				};
				return { itemIndex, status: 'skipped', items: [json] };
			});
		} catch (error) {
			return notSent(itemIndex, error);
		}
	};

	await runInLanes(
		jobs.map(({ lane }) => lane),
		concurrency,
		async (index) => {
			if (signal.aborted) return;

			const result = await doOnce(jobs[index]);
			const { status, error } = result;
			const isStopped = error instanceof ServiceError && error.verdict.about === 'stop';
			// It was still waiting when the run was stopped: it did not fail, it was not begun.
			if (status === 'notSent' && isStopped) return;

			setResult(run, result);
			if (error !== undefined && run.stopsOnFailure) halt.abort();
		},
	);

	// Another try counts what is left, and looks again at what was skipped. Without one, all was sent or skipped.
	if (isTriedAgain(run)) {
		begun.messages -= jobs.filter(({ itemIndex }) => !isDone(results[itemIndex])).length;
	}

	if (await ledger.close()) return;
	showHint(
		run,
		`n8n's database failed while ${keyLabel}s were recorded. Another run may skip some of these items as possibly sent: check them with your provider.`,
		'warning',
	);
}

/** Carries out a job, and returns how it ended. Anything else that is thrown leaves in doubt whether it was done. */
async function doJob(run: Run, { itemIndex, carryOut, hint }: ItemJob, service: Service) {
	try {
		const items = [await carryOut(service)].flat();
		if (hint) showHint(run, hint, 'warning');
		return { itemIndex, status: 'sent' as const, items };
	} catch (thrown) {
		const { reads, recipients } = run.operation;
		const values = {
			reason: quote(messageOf(thrown)),
			leavesDoubt: !reads,
			possiblySent: recipients ? 'This message may have been sent' : 'This item may have been done',
		};
		const error = thrown instanceof ServiceError ? thrown : serviceError('unexpected', values);
		return { itemIndex, status: error.data.outcome, items: [], error };
	}
}
