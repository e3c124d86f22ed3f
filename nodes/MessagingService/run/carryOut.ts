import { InputError, type Outcome } from '../errors';
import { executionMemory } from '../n8n/executionMemory';
import { runInLanes } from '../util/lanes';
import { subscriberOf } from '../phone';
import { doneWord, type Job } from '../actions/operation';
import { Ledger } from '../once/ledger';
import { hasFailed } from './anotherTry';
import { connect, type Service, type Shared } from '../service/connect';
import { newPaceMemory, Pace } from '../request/pace';
import type { Settings, Task } from './input';
import { showHint } from './output';
import { failedResult, type ItemResult, notSent, type Run, usedKeyResult } from './results';

/**
 * Carries out the tasks of a run, at most `concurrency` at the same time; those to one recipient one after the other.
 * @throws InputError where there are more messages or keys than may be: none of them was sent
 */
export async function carryOut(run: Run, tasks: Task[], settings: Settings): Promise<void> {
	const { context, operation, results, signal } = run;
	const messages = executionMemory(context, 'messages', () => ({ count: 0 }));
	checkLimit(messages.count + tasks.length, tasks.length, settings);

	const keyLabel = operation.onceKey?.field.displayName ?? '';
	const keys = tasks.flatMap(({ once }) => once?.recorded ?? []);
	const { concurrency } = settings;
	const done = doneWord(operation);
	const ledger = new Ledger(context, keys, { concurrency, signal, keyLabel, done });

	const shared: Shared = {
		pace: new Pace(settings, executionMemory(context, 'pace', newPaceMemory)),
		signal,
		cancelSignal: context.getExecutionCancelSignal(),
	};
	// Before the first one leaves: an agent may call the node again meanwhile.
	messages.count += tasks.length;

	const lanes = tasks.map(({ job }) => job.lane ?? (job.message && subscriberOf(job.message.to)));
	await runInLanes(lanes, concurrency, async (index) => {
		if (signal.aborted) return;

		const { itemIndex } = tasks[index];
		const connectItem = async () => await connect(context, settings, itemIndex, shared);
		const result = await doTask(run, tasks[index], connectItem, ledger);
		results.add(itemIndex, result);
		if (result.error !== undefined && run.stopsOnFailure) run.halt.abort();
	});

	// Another try looks at these again, and counts them then.
	const isTriedAgain = hasFailed(run);
	const isLeft = ({ itemIndex }: Task) => {
		const status = results.get(itemIndex)?.status ?? 'notSent';
		return status === 'notSent' || (status === 'skipped' && isTriedAgain);
	};
	messages.count -= tasks.filter(isLeft).length;

	if (await ledger.close()) return;
	const message = `n8n's database failed while ${keyLabel}s were recorded. Another run may skip some of these items as possibly sent: check them with your provider.`;
	showHint(run, message, 'warning');
}

/** Checks that a round keeps within Max Messages. @throws InputError where it would not */
function checkLimit(total: number, added: number, { maxMessages }: Settings): void {
	if (maxMessages === 0 || added === 0 || total <= maxMessages) return;

	throw new InputError(
		`'Max Messages' is ${maxMessages}, but this execution has ${total} items to send`,
		"None of these items was sent. Check why there are so many, for example whether a filter is missing. If all of them are meant, raise 'Max Messages' in the recipient rules.",
	);
}

/** Does what an item asks for, once for its key. */
async function doTask(
	run: Run,
	{ job, once }: Task,
	connectItem: () => Promise<Service>,
	ledger: Ledger,
): Promise<ItemResult> {
	try {
		const service = await connectItem();
		const work = async () => await doJob(run, job, service);
		if (!once) return await work();

		const result = await ledger.doOnce(once.recorded, work);
		return 'usedBy' in result ? usedKeyResult(once, job.message?.to, result.usedBy) : result;
	} catch (error) {
		return notSent(error);
	}
}

/** Carries out a job, and says how it ended. */
async function doJob(
	run: Run,
	job: Job,
	service: Service,
): Promise<ItemResult & { status: Outcome }> {
	try {
		const items = [await job.carryOut(service)].flat();
		if (job.hint) showHint(run, job.hint, 'warning');
		return { status: 'sent', items };
	} catch (error) {
		return failedResult(error, run.operation);
	}
}
