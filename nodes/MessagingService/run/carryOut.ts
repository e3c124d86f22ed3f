import { InputError, messageOf, type Outcome, quote, ServiceError, serviceError } from '../errors';
import { executionMemory } from '../n8n/execution';
import { runInLanes } from '../util/lanes';
import { doneWord, type Operation } from '../actions/operation';
import { Ledger } from '../once/ledger';
import { connect, type Service } from '../service/connect';
import { newPaceMemory, Pace } from '../request/pace';
import { isTriedAgain } from './anotherTry';
import type { Shared } from '../request/settings';
import { showHint } from './output';
import { type ItemJob, type ItemResult, notSent, type Run, type Settings } from './run';

/**
 * Carries out the jobs of a run, at most `concurrency` at the same time; those of one lane, such as a recipient's, one after
 * the other.
 * @throws InputError where there are more messages or keys than may be: none of them was sent
 */
export async function carryOut(run: Run, jobs: ItemJob[], settings: Settings): Promise<void> {
	const { context, operation, results, signal, keyLabel } = run;
	const messages = executionMemory(context, 'messages', { reserved: 0 });
	if (jobs.length > 0) checkLimit(messages.reserved + jobs.length, settings);
	const keys = jobs.flatMap(({ once }) => once?.recorded ?? []);
	const { concurrency } = settings;
	const done = doneWord(operation);
	const ledger = keyLabel
		? new Ledger(context, keys, { concurrency, signal, keyLabel, done })
		: undefined;
	// Before the first one leaves: an agent may call the node again meanwhile.
	messages.reserved += jobs.length;
	const doneBefore = results.done.length;

	const shared: Shared = {
		helpers: context.helpers,
		pace: new Pace(settings, executionMemory(context, 'pace', newPaceMemory())),
		signal,
		cancelSignal: context.getExecutionCancelSignal(),
	};
	const lanes = jobs.map(({ lane }) => (operation.inOneLane ? 'all' : lane));
	await runInLanes(lanes, concurrency, async (index) => {
		if (signal.aborted) return;

		const job = jobs[index];
		const connecting = connect(context, settings, job.itemIndex, shared);
		const result = await doOnce(run, job, connecting, ledger);
		// It was still waiting when the run was stopped: it did not fail, it was not begun.
		if (result.status === 'notSent' && isStop(result.error)) return;

		results.add(result);
		if (result.error !== undefined && run.stopsOnFailure) run.halt.abort();
	});

	// Another try counts what is left, and looks again at what was skipped. Without one, all was sent or skipped.
	if (isTriedAgain(run)) messages.reserved -= jobs.length - (results.done.length - doneBefore);

	if (!ledger || (await ledger.close())) return;
	const message = `n8n's database failed while ${keyLabel}s were recorded. Another run may skip some of these items as possibly sent: check them with your provider.`;
	showHint(run, message, 'warning');
}

const isStop = (error: unknown) => error instanceof ServiceError && error.verdict.about === 'stop';

/** Checks that a round keeps within Max Messages. @throws InputError where it would not */
function checkLimit(total: number, { maxMessages }: Settings): void {
	if (maxMessages === 0 || total <= maxMessages) return;

	throw new InputError(
		`'Max Messages' is ${maxMessages}, but this execution has ${total} items to send`,
		"None of these items was sent. Check why there are so many, for example whether a filter is missing. If all of them are meant, raise 'Max Messages' in the recipient rules.",
	);
}

/** Does what an item asks for, unless its key was used. */
async function doOnce(
	run: Run,
	job: ItemJob,
	connecting: Promise<Service>,
	ledger: Ledger | undefined,
): Promise<ItemResult> {
	const { itemIndex, once, message } = job;
	try {
		const service = await connecting;
		const work = async () => await doJob(run, job, service);
		if (!ledger || !once) return await work();

		const done = await ledger.doOnce(once.recorded, work);
		if (typeof done !== 'string') return done;

		const json = {
			skipped: true,
			[once.field]: once.key,
			...(message && { to: message.to }),
			...(done === 'possiblySent' && { mayHaveBeenSent: true }),
		};
		return { itemIndex, status: 'skipped', items: [json] };
	} catch (error) {
		return notSent(itemIndex, error);
	}
}

/** Carries out a job, and returns how it ended. */
async function doJob(
	run: Run,
	job: ItemJob,
	service: Service,
): Promise<ItemResult & { status: Outcome }> {
	const { itemIndex } = job;
	try {
		const items = [await job.carryOut(service)].flat();
		if (job.hint) showHint(run, job.hint, 'warning');
		return { itemIndex, status: 'sent', items };
	} catch (thrown) {
		const error = thrown instanceof ServiceError ? thrown : unexpectedError(thrown, run.operation);
		return { itemIndex, status: error.data.outcome, items: [], error };
	}
}

/** Returns the error for anything else that was thrown: it leaves in doubt whether the job was done. */
function unexpectedError(thrown: unknown, { reads, recipient }: Operation): ServiceError {
	const doubt = recipient ? 'This message may have been sent' : 'This item may have been done';
	const reason = quote(messageOf(thrown));
	return serviceError('unexpected', { reason }, { doubt: reads ? undefined : doubt });
}
