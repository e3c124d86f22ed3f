import { InputError, messageOf, type Outcome, quote, ServiceError, serviceError } from '../errors';
import { executionMemory } from '../n8n/execution';
import { newLedger } from '../once/ledger';
import { newPace, newPaceMemory } from '../request/pace';
import { serviceFor, type Service } from '../service/service';
import { runInLanes } from '../util/lanes';
import { mayBeTriedAgain } from './anotherTry';
import type { Input, ItemJob } from './input';
import { failedResult, mayHaveBeenDone, type ItemResult, type Run, setResult } from './run';

/** Most keys of one execution, so that the record still has the first ones when the last ones come. */
const MAX_KEYS = 25_000;

/**
 * Carries out the jobs of a run, at most `concurrency` at the same time; those of one lane, such as a recipient's, one after
 * the other.
 * @throws InputError where there are more messages or keys than may be: none of them was sent
 */
export async function carryOut(run: Run, input: Input) {
	const { context, results, stopsOnFailure } = run;
	const { jobs, settings } = input;
	const keys = [...new Set(jobs.flatMap(({ key }) => key?.recorded ?? []))];
	const counted = checkLimits(run, input, keys);

	// Ends all that waits: after the first failure where the node stops on failure, and when the user stops the execution.
	const halt = new AbortController();
	const cancelSignal = context.getExecutionCancelSignal();
	const signal = AbortSignal.any([halt.signal, cancelSignal ?? halt.signal]);

	const shared = {
		helpers: context.helpers,
		pace: newPace(settings.requestsPerSecond, executionMemory(context, 'pace', newPaceMemory())),
		signal,
		cancelSignal,
	};
	const ledger = keys.length > 0 && newLedger(context, keys, settings.concurrency, signal);

	/** Does what an item asks for, unless its key was used. Returns its result. */
	const doItem = async (job: ItemJob) => {
		try {
			const service = await serviceFor(context, settings, job.itemIndex, shared);
			const { key } = job;
			if (!key || !ledger) return await performJob(run, job, service);

			const earlier = await ledger.begin(key.recorded);
			if (earlier) return skippedBy(earlier, job);

			const result = await performJob(run, job, service);
			ledger.note(key.recorded, result.status === 'failed' ? 'free' : result.status);
			return result;
		} catch (error) {
			return failedResult(job.itemIndex, error);
		}
	};

	await runInLanes(jobs, settings.concurrency, async (job) => {
		if (signal.aborted) return;

		const result = await doItem(job);
		const { error } = result;
		const isStopped = error instanceof ServiceError && error.verdict.about === 'stop';
		// It still waited when the run ended: it stays `notBegun`.
		if (result.status === 'failed' && isStopped) return;

		setResult(run, result);
		if (error !== undefined && stopsOnFailure) halt.abort();
	});

	// Another try counts these again.
	if (mayBeTriedAgain(run)) {
		counted.messages -= jobs.filter(({ itemIndex }) => !mayHaveBeenDone(results[itemIndex])).length;
	}
	if (ledger) await ledger.close();
}

/**
 * Checks the two limits of an execution, which hold for all rounds of a loop together. Returns what it has counted, with the
 * messages and keys of this round.
 * @throws InputError where there are more than may be
 */
function checkLimits(run: Run, { jobs, settings }: Input, keys: string[]) {
	const { context, keyLabel, doneWord } = run;
	const { maxMessages } = settings;
	const counted = executionMemory(context, 'counted', { messages: 0, keys: [] as string[] });
	const messages = counted.messages + jobs.length;
	if (maxMessages && messages > maxMessages) {
		throw new InputError(
			`'Max Messages' is ${maxMessages}, but this execution has ${messages} items to send`,
			"None of these items was sent. Check why there are so many, for example whether a filter is missing. If all of them are meant, raise 'Max Messages' in the recipient rules.",
		);
	}

	const allKeys = [...new Set([...counted.keys, ...keys])];
	if (allKeys.length > MAX_KEYS) {
		throw new InputError(
			`One execution can have at most ${MAX_KEYS} ${keyLabel}s, but this one has ${allKeys.length}`,
			`None of these items was ${doneWord}. Read only new rows, or keep the keys in your own database, as the example with PostgreSQL does.`,
		);
	}

	// Before the first one leaves: an agent may call the node again meanwhile.
	return Object.assign(counted, { messages, keys: allKeys });
}

/** Returns the result of an item whose key was used. @param outcome of the item that has used it */
function skippedBy(outcome: Outcome, { itemIndex, message, key }: ItemJob): ItemResult {
	const json = {
		skipped: true,
		...key?.shown,
		...(message && { to: message.to }),
		...(outcome === 'possiblySent' && { mayHaveBeenSent: true }),
	};
	return { itemIndex, status: 'skipped', items: [json] };
}

/** Performs a job, and returns how it ended. Anything else that is thrown leaves in doubt whether it was done. */
async function performJob({ operation }: Run, { itemIndex, perform }: ItemJob, service: Service) {
	try {
		const items = [await perform(service)].flat();
		return { itemIndex, status: 'sent' as const, items };
	} catch (thrown) {
		const values = {
			reason: quote(messageOf(thrown)),
			leavesDoubt: !operation.reads,
			ifPossiblySent: operation.recipients
				? 'This message may have been sent'
				: 'This item may have been done',
		};
		const error = thrown instanceof ServiceError ? thrown : serviceError('unexpected', values);
		const { outcome } = error.data;
		const status = outcome === 'possiblySent' ? outcome : ('failed' as const);
		return { itemIndex, status, items: [], error };
	}
}
