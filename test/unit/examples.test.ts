import { exampleFiles, readExample } from '../../playground/src/examples';
import type { WorkflowFile } from '../../playground/src/n8nClient';

const CREDENTIAL = { id: '1', name: 'Simulator' };
const INBOX = 'http://127.0.0.1:4999';
const SENDS = ['send', 'sendAndWait', 'generateAndSend'];

const notesOf = ({ nodes }: WorkflowFile) =>
	nodes
		.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
		.map(({ parameters }) => String(parameters.content))
		.join('\n');

const sends = ({ nodes }: WorkflowFile) =>
	nodes.some(
		({ type, parameters }) =>
			type.startsWith('n8n-nodes-messaging-service.') &&
			(SENDS.includes(String(parameters.operation)) || type.endsWith('HitlTool')),
	);

describe('the notes of the examples', () => {
	it('say of each that sends what running it sends', async () => {
		for (const file of await exampleFiles()) {
			const example = await readExample(file, { messagingServiceApi: CREDENTIAL });
			if (sends(example))
				expect([file, notesOf(example)]).toEqual([
					file,
					expect.stringMatching(/\*\*running it (?:sends|adopts)/i),
				]);
		}
	});

	it('lead to the inbox that runs, and leave out what is done already', async () => {
		for (const file of await exampleFiles()) {
			const example = await readExample(file, { messagingServiceApi: CREDENTIAL }, INBOX);
			const notes = notesOf(example);
			if (sends(example)) {
				expect([file, notes]).toEqual([file, expect.stringContaining(`(${INBOX})`)]);
			}
			expect(notes).not.toContain('Give the Messaging Service nodes a credential');
			expect(notes).not.toContain('4010');
		}
	});
});
