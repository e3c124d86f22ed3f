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

/**
 * Carries out the jobs of a run, at most `concurrency` at the same time; those of one lane, such as a recipient's, one after
 * the other.
 * @throws InputError where there are more messages or keys than may be: none of them was sent
 */
export async function carryOut(run: Run, { jobs, settings }: Input) {
	const { context, results, keyLabel = '', doneWord } = run;
	const { concurrency, maxMessages } = settings;

	// Of all rounds of a loop together.
	const messages = executionMemory(context, 'messages', { reserved: 0 });
	const total = messages.reserved + jobs.length;
	if (maxMessages && total > maxMessages) {
		throw new InputError(
			`'Max Messages' is ${maxMessages}, but this execution has ${total} items to send`,
			"None of these items was sent. Check why there are so many, for example whether a filter is missing. If all of them are meant, raise 'Max Messages' in the recipient rules.",
		);
	}

	// Ends all that waits: after the first failure where the node stops on failure, and when the user stops the execution.
	const halt = new AbortController();
	const cancelSignal = context.getExecutionCancelSignal();
	const signal = cancelSignal ? AbortSignal.any([halt.signal, cancelSignal]) : halt.signal;

	const keys = jobs.flatMap(({ once }) => once?.recorded ?? []);
	const ledger = newLedger(context, keys, { concurrency, signal, keyLabel, done: doneWord });
	// Before the first one leaves: an agent may call the node again meanwhile.
	messages.reserved = total;

	const shared = {
		helpers: context.helpers,
		pace: newPace(settings, executionMemory(context, 'pace', newPaceMemory())),
		signal,
		cancelSignal,
	};

	/** Does what an item asks for, unless its key was used. */
	const doOnce = async (job: ItemJob): Promise<ItemResult> => {
		const { itemIndex, once, message } = job;
		try {
			const service = await connect(context, settings, itemIndex, shared);
			const work = () => doJob(run, job, service);
			const result = once ? await ledger.doOnce(once.recorded, work) : await work();
			if (typeof result !== 'string') return result;

			const json = {
				skipped: true,
				...once?.output,
				...(message && { to: message.to }),
				...(result === 'possiblySent' && { mayHaveBeenSent: true }),
			};
			return { itemIndex, status: 'skipped', items: [json] };
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
		messages.reserved -= jobs.filter(({ itemIndex }) => !isDone(results[itemIndex])).length;
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
		const { reads, recipient } = run.operation;
		const values = {
			reason: quote(messageOf(thrown)),
			leavesDoubt: !reads,
			possiblySent: recipient ? 'This message may have been sent' : 'This item may have been done',
		};
		const error = thrown instanceof ServiceError ? thrown : serviceError('unexpected', values);
		return { itemIndex, status: error.data.outcome, items: [], error };
	}
}
