import type { Server } from './api/context';
import { FaultSpec } from './faults/schema';
import { reset, type Parts } from './parts';

/**
 * The routes by which tests and other processes control the simulator. They need no token: it listens only on this
 * machine.
 */
export async function control(server: Server, parts: Parts): Promise<void> {
	const { state, recorder, faults } = parts;

	server.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) =>
		reply.code(error.statusCode ?? 500).send({ error: error.message }),
	);

	server.get('/state', async () => ({
		messages: state.messages.kept,
		otps: state.otps,
		pool: state.pool.records,
		requests: recorder.requests,
		faults: faults.faults,
		stats: recorder.stats,
	}));

	server.post('/reset', async () => {
		reset(parts);
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
