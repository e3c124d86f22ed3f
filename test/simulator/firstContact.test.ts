import { firstContact } from '../../first-contact/main';
import type { FaultSpec } from '../../simulator';
import { simulated } from '../support/simulated';

const service = simulated();

const TOKEN = 'demo-enterprise';
const TO = '+12125550111';
const NUMBER = '+12125550101';
const DESCRIBED = '- As `docs/service.md` describes it';

/** Makes first contact, and returns what was printed, by request, and whether nothing is left to do. */
async function contact(args: string[] = [], allows = false) {
	const lines: string[] = [];
	const all = [service.simulator.baseUrl, TOKEN, ...args];
	const print = (line: string) => lines.push(line);
	const isDone = await firstContact(all, print, async () => allows);
	const printed = lines.join('\n');
	for (const hidden of [TOKEN, TO.slice(1)]) expect(printed).not.toContain(hidden);
	return { printed, isDone, answers: printed.split(/^## /m).slice(1) };
}

/** Spoils every answer. */
const spoil = (fault: Partial<FaultSpec>) =>
	service.simulator.fault({ kind: 'answer', times: 'always', ...fault });

const acted = () => service.simulator.stats.acted;

it('sends and adopts nothing unless it is told to, and finds the simulator as the docs describe it', async () => {
	const { answers, isDone } = await contact(['--to', TO]);
	expect(isDone).toBe(true);
	expect(answers).toHaveLength(3);
	expect(answers[0]).toContain(DESCRIBED);
	expect(answers[0]).toContain('- Not known: `/data/text/supports: mms`');
	expect(answers[1]).toContain(DESCRIBED);
	expect(answers[2]).toContain('- Status: `404, application/json');
	expect(answers[2]).toContain('- Answered: `{"error":{"code":"not_found"');
	expect(service.simulator.messages).toEqual([]);
	expect(service.simulator.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
		'GET /enterprise/lease/purchasable',
		`GET /enterprise/lease/status/${encodeURIComponent(NUMBER)}`,
		'POST /otp/verify',
	]);
});

it('sends a text and a password once its user agrees, and adopts a number and gives it back', async () => {
	const { answers, isDone } = await contact(['--to', TO, '--adopt', NUMBER], true);
	expect(isDone).toBe(true);
	expect(answers.filter((answer) => answer.includes(DESCRIBED))).toHaveLength(7);
	expect(service.sent()).toEqual([TO, TO]);
	expect(acted()).toMatchObject({
		'POST /otp/verify': 1,
		'POST /enterprise/lease/register/{number}': 1,
		'POST /enterprise/lease/relinquish/{number}': 1,
	});
});

describe('an adopted number', () => {
	const path = '/enterprise/lease/register/*';
	const back = '/enterprise/lease/relinquish/*';

	it('is given back where its answer is lost, and where that works at the second attempt', async () => {
		service.simulator.fault({ kind: 'reset', when: 'after', path });
		service.simulator.fault({ kind: 'answer', status: 503, path: back });
		expect((await contact(['--adopt', NUMBER])).isDone).toBe(true);
		expect(service.simulator.pool[0].data.status).toBe('available');
	});

	it('is named as such where it cannot be given back', async () => {
		spoil({ status: 503, path: back });
		const { printed, isDone } = await contact(['--adopt', NUMBER]);
		expect(isDone).toBe(false);
		expect(printed).toContain('was not given back');
	});

	it('is not one that the user has already: it stays', async () => {
		await service.lease('register', NUMBER);
		await expect(contact(['--adopt', NUMBER])).rejects.toThrow('is not in the list');
		expect(acted()).not.toHaveProperty('POST /enterprise/lease/relinquish/{number}');
	});
});

describe('a service that answers otherwise', () => {
	it.each<[string, Partial<FaultSpec>, string]>([
		['a web page', { kind: 'html' }, '- Differs: `the answer: Expected object`'],
		['other shapes', { body: { numbers: [] } }, '- Differs: `/numbers: Unexpected property`'],
		['an error', { status: 500, body: { detail: 'Oh `no`' } }, '- Answered: `{"detail":"Oh no "}`'],
		['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }, ', http://127.0.0.1:9/`'],
		['a broken connection', { kind: 'reset' }, 'No answer: '],
	])('%s: says so of each request', async (_, fault, says) => {
		spoil(fault);
		const { answers } = await contact();
		for (const answer of answers) expect(answer).toContain(says);
	});

	it('whose words hold the token: shows none of them', async () => {
		spoil({ status: 400, body: '{"message":"Bad token demo%2Denterprise"}' });
		expect((await contact()).printed).toContain('it contains the API token');
	});
});

it.each([
	['an address without https', ['http://service.example', TOKEN]],
	['a number without a plus', ['https://service.example', TOKEN, '--to', '2125550111']],
])('refuses %s, and says how it is called', async (_, args) => {
	const usage = 'npm run first-contact -- <Base URL> <token>';
	const allows = async () => true;
	await expect(firstContact(args, () => undefined, allows)).rejects.toThrow(usage);
});
