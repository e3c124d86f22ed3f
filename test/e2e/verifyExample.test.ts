import type { Browser, BrowserContext, Page } from 'playwright-core';

import type { N8nClient, StoredWorkflow } from '../../playground/src/n8nClient';
import { until } from '../support/executions';
import { executeForm, openBrowser, openEditor, openWorkflow } from './support/browser';
import { e2eContext, loggedIn, readExample, simulator } from './support/context';

let client: N8nClient;
let browser: Browser;
let workflow: StoredWorkflow;
let context: BrowserContext;

beforeAll(async () => {
	client = await loggedIn();
	browser = await openBrowser();
});

afterAll(async () => await browser?.close());

beforeEach(async () => await simulator.reset());

afterEach(async () => {
	await context.close();
	await client.deactivate(workflow.id);
});

const NUMBER = '+1 202 555 0143';

/** Makes the example, in which a new password can be asked for after these seconds. */
async function create(newAfterSeconds = 30): Promise<void> {
	const file = await readExample('verify-a-phone-number.json');
	const next = file.nodes.find(({ name }) => name === 'What next?')?.parameters ?? {};
	const seconds = `NEW_AFTER_SECONDS = ${newAfterSeconds}`;
	next.jsCode = String(next.jsCode).replace('NEW_AFTER_SECONDS = 30', seconds);
	workflow = await client.createWorkflow(file);
}

/** Publishes the example. */
async function publish(newAfterSeconds?: number): Promise<void> {
	await create(newAfterSeconds);
	await client.activate(workflow);
	context = await browser.newContext();
}

/** Opens the published form and fills in the number. */
async function visit(number = NUMBER): Promise<Page> {
	const form = await context.newPage();
	// n8n takes a moment to publish it.
	await until(async () => {
		const answer = await form.goto(`${e2eContext().n8nUrl}/form/verify-a-phone-number`);
		return answer?.ok();
	});
	return await fillIn(form, number);
}

/** Executes the example in the editor, and fills in the number. */
async function tryByHand(): Promise<Page> {
	await create();
	const editor = await openEditor(browser, client);
	context = editor.context();
	await openWorkflow(editor, workflow.id);
	return await fillIn(await executeForm(editor), NUMBER);
}

async function fillIn(form: Page, number: string): Promise<Page> {
	await form.getByRole('textbox').fill(number);
	await form.getByRole('button').click();
	return form;
}

/** Presses the button, and waits for the next page. */
async function goOn(form: Page): Promise<void> {
	await form.evaluate('window.isLeft = true');
	await form.getByRole('button', { name: 'Continue' }).click();
	await form.waitForFunction('!window.isLeft');
}

async function type(form: Page, password: string): Promise<void> {
	await form.getByPlaceholder('123456').fill(password);
	await goOn(form);
}

async function askForAnother(form: Page): Promise<void> {
	await form.getByText('Send me a new password').click();
	await goOn(form);
}

const says = async (form: Page, text: string) => await form.getByText(text).first().waitFor();

const otps = async () => (await simulator.state()).otps;

/** The password that was sent last, once there are so many. */
const sent = async (count = 1) =>
	(await until(async () => (await otps()).length === count && (await otps()).at(-1)))?.code ?? '';

describe('the example "Verify a phone number"', () => {
	it('comes back to the page after a wrong password, and takes the right one then', async () => {
		const form = await tryByHand();
		const code = await sent();
		await says(form, 'It is in the text that we have just sent you.');
		await type(form, 'wrong');
		await says(form, 'Tries left: 2.');
		await type(form, '');
		await says(form, 'Please type the password from the text.');
		await type(form, ` ${code} `);
		await says(form, 'Your number is verified');
	});

	it('ends after three wrong passwords, also where n8n keeps nothing', async () => {
		const form = await tryByHand();
		for (const left of [2, 1]) {
			await type(form, 'wrong');
			await says(form, `Tries left: ${left}.`);
		}
		await type(form, 'wrong');
		await says(form, 'Your number is not verified');
	});

	it('sends no new password at once', async () => {
		await publish();
		const form = await visit();
		const code = await sent();
		await askForAnother(form);
		await says(form, 'The text may be on its way. 30 seconds after it, we can send a new one.');
		expect(await otps()).toHaveLength(1);
		await type(form, code);
		await says(form, 'Your number is verified');
	});

	it('sends a new password later, with tries of its own, which is the one that counts', async () => {
		await publish(0);
		const form = await visit();
		const old = await sent();
		await type(form, 'wrong');
		await says(form, 'Tries left: 2.');
		await askForAnother(form);
		const code = await sent(2);
		await says(form, 'It is in the text that we have just sent you.');
		if (old !== code) await type(form, old);
		else await type(form, 'wrong');
		await says(form, 'Tries left: 2.');
		await type(form, code);
		await says(form, 'Your number is verified');
	});

	it('tells an outage from a wrong password, and it costs no try', async () => {
		await publish();
		const form = await visit();
		const code = await sent();
		const down = { kind: 'answer', status: 503, body: {} } as const;
		await simulator.fault({ ...down, path: '/otp/verify', times: 3 });
		for (let time = 0; time < 3; time++) {
			await type(form, code);
			await says(form, 'which is our fault');
		}
		await type(form, code);
		await says(form, 'Your number is verified');
		await simulator.fault({ ...down, path: '/otp/new', times: 'always' });
		const other = await visit('+1 202 555 0144');
		await says(other, 'We could not send you a text');
		await says(other, 'This is our fault');
	});

	it('refuses a number abroad, and text that is not a number, before anything is sent', async () => {
		await publish();
		for (const number of ['+1 876 210 1234', 'call me']) {
			await says(await visit(number), 'We cannot use this phone number');
		}
		expect((await simulator.state()).requests).toEqual([]);
	});

	it('sends three an hour to all numbers that end the same, however they are spelled', async () => {
		await publish();
		const hour = () => new Date().getHours();
		const started = hour();
		const numbers = ['+1 202 555 0143', '(212) 555-0143', '1-310-555-0143'];
		for (const [index, number] of numbers.entries()) {
			await visit(number);
			await sent(index + 1);
		}
		const form = await visit('415.555.0143');
		// In the next hour it may be sent to again.
		if (hour() !== started) return;
		await says(form, 'as many one-time passwords as we send in an hour');

		expect(await otps()).toHaveLength(3);
	});

	it('continues with the same password in a second visit, with the tries that are left', async () => {
		await publish();
		const first = await visit();
		const code = await sent();
		await type(first, 'wrong');
		await says(first, 'Tries left: 2.');
		await first.close();
		const second = await visit('(202) 555-0143');
		await says(second, 'Its password is still valid.');
		await type(second, 'wrong');
		await says(second, 'Tries left: 1.');
		await type(second, code);
		await says(second, 'Your number is verified');

		expect(await otps()).toHaveLength(1);

		// It has been used.
		await visit();
		await sent(2);
	});
});
