import type { Server } from './api/context';
import { FaultSpec } from './faults/schema';
import type { Parts } from './server';

/**
 * The routes by which tests and other processes control the simulator. They need no token: it listens only on this
 * machine.
 */
export async function control(
	server: Server,
	{ state, recorder, faults, reset }: Parts,
): Promise<void> {
	server.get('/state', async () => ({
		messages: state.messages.kept,
		otps: state.otps,
		pool: state.pool.records,
		requests: recorder.requests,
		faults: faults.waiting,
		stats: recorder.stats,
	}));

	server.post('/reset', async () => {
		reset();
		return { reset: true };
	});

	server.post('/faults', { schema: { body: FaultSpec } }, async (request, reply) =>
		reply.code(201).send(faults.add(request.body)),
	);

	server.delete('/faults', async () => {
		faults.clear();
		return { cleared: true };
	});
}
