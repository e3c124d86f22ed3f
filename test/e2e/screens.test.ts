/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { MessagingServiceTrigger } from '../../nodes/MessagingService/MessagingServiceTrigger.node';
import { exampleFiles } from '../../playground/src/examples';
import type { N8nClient, WorkflowFile } from '../../playground/src/n8nClient';
import { everyPage } from '../support/everyPage';
import { until } from '../support/executions';
import { byTestId, openBrowser, openEditor, openNode, openWorkflow } from './support/browser';
import { e2eContext, loggedIn, readExample, simulator } from './support/context';

/**
 * Takes a picture of every screen, and writes their texts into texts.md beside them, so that somebody can read
 * them all. Skipped unless SCREENS names a folder for them; see docs/ux-review.md.
 */
const FOLDER = process.env.SCREENS;

const TYPE = 'n8n-nodes-messaging-service.messagingService';
const TO = '+12025550143';

/** Runs in the browser: how many notes on the canvas have more text than room. */
const CUT_OFF_NOTES =
	'[...document.querySelectorAll(`[data-test-id="sticky"]`)].filter((sticky) => [sticky, ...sticky.querySelectorAll("*")].some(({ scrollHeight, clientHeight }) => clientHeight > 40 && scrollHeight > clientHeight + 4)).length';

/** Runs in the browser: the names of the nodes that the button lies on. */
const COVERED_NODES = `(() => {
	const button = document.querySelector('[data-test-id="execute-workflow-button"]')?.getBoundingClientRect();
	const isCovered = ({ left, right, top, bottom }) =>
		button && left < button.right && right > button.left && top < button.bottom && bottom > button.top;
	return [...document.querySelectorAll('[data-test-id="canvas-node"]')]
		.filter((node) => [node, ...node.querySelectorAll('*')].some((part) => isCovered(part.getBoundingClientRect())))
		.map((node) => node.dataset.nodeName);
})()`;

let client: N8nClient;
let browser: Browser;
let page: Page;

const file = (name: string) =>
	path.join(FOLDER ?? '', `${name.replace(/[^\w-]+/g, '-').toLowerCase()}.png`);

/** Notes what stands on a screen. */
async function note(title: string, text: string): Promise<void> {
	const lines = text
		.split('\n')
		.map((line) => line.trim())
		.filter(Boolean);
	await appendFile(path.join(FOLDER ?? '', 'texts.md'), `## ${title}\n\n${lines.join('\n')}\n\n`);
}

/** Returns the properties that a panel with these parameters shows. */
function shownOf(properties: INodeProperties[], parameters: INodeParameters): INodeProperties[] {
	return properties.filter(({ displayOptions }) => {
		const { show = {}, hide = {} } = displayOptions ?? {};
		const has = ([name, values]: [string, unknown]) =>
			(values as unknown[]).includes(parameters[name.replace(/^\//, '')]);
		return Object.entries(show).every(has) && !Object.entries(hide).some(has);
	});
}

/** Returns parameters that show everything: each entry of each collection is added. */
function everything(properties: INodeProperties[], given: INodeParameters): INodeParameters {
	const parameters = { ...given };
	for (const { name, type, options, default: value } of shownOf(properties, given)) {
		const entries = (options ?? []) as INodeProperties[];
		if (type === 'collection') {
			parameters[name] = Object.fromEntries(entries.map((entry) => [entry.name, entry.default]));
		} else if (name === 'approvalOptions') {
			parameters[name] = { values: { approvalType: 'double', askComment: true } };
		} else {
			parameters[name] ??= value;
		}
	}
	return parameters;
}

/** Says of each property what can be read of it in the panel, and when one points at it. */
function textsOf(properties: INodeProperties[], depth = 0): string {
	return properties
		.map((property) => {
			const { displayName, description, placeholder, options = [] } = property;
			const choices = options as Array<INodeProperties & { values?: INodeProperties[] }>;
			const nested = choices.flatMap((choice) => choice.values ?? [choice]);
			const own = [displayName ?? property.name, description, placeholder].filter(Boolean);
			// Countries and languages have names of their own.
			const inner = nested.length > 20 ? '' : textsOf(nested, depth + 1);
			return `${'-'.repeat(depth + 1)} ${own.join(' | ')}\n${inner}`;
		})
		.join('');
}

const node = (name: string, type: string, parameters: INodeParameters, x = 0): INode => ({
	id: `${name} ${Math.random()}`,
	name,
	type,
	typeVersion: 1,
	position: [x, 0],
	parameters,
	...(type.startsWith(TYPE) && { credentials: { messagingServiceApi: e2eContext().credential } }),
});

/** A workflow that gives rows to a node. */
function workflow(
	name: string,
	rows: unknown[],
	parameters: INodeParameters,
	settings: Partial<INode> = {},
): WorkflowFile {
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
	const set = node('Rows', 'n8n-nodes-base.code', {
		jsCode: `return ${JSON.stringify(rows.map((json) => ({ json })))};`,
	});
	const last = { ...node('Node', TYPE, parameters), ...settings };
	const to = (target: string) => ({ main: [[{ node: target, type: 'main', index: 0 }]] });

	return {
		name,
		nodes: [start, { ...set, typeVersion: 2, position: [220, 0] }, { ...last, position: [440, 0] }],
		connections: { Start: to('Rows'), Rows: to('Node') },
	};
}

/** Runs a workflow in the editor, and takes a picture of what the last node says. */
async function screen(name: string, made: WorkflowFile): Promise<void> {
	const { id } = await client.createWorkflow(made);
	await openWorkflow(page, id);
	await byTestId(page, 'execute-workflow-button').click();
	await until(async () => {
		const [execution] = await client.executions(id);
		return execution && !['new', 'running'].includes(execution.status);
	});
	await openNode(page, 'Node');
	const output = byTestId(page, 'output-panel');
	await output.waitFor();
	const details = output.getByText(/^Error details/).first();
	await page.waitForTimeout(700);
	if (await details.isVisible()) await details.click();
	await output.screenshot({ path: file(name) });
	await note(name, await output.innerText());
}

const send = (options: INodeParameters = {}, more: INodeParameters = {}): INodeParameters => ({
	resource: 'message',
	operation: 'send',
	channel: 'sms',
	to: '={{ $json.to }}',
	message: '={{ $json.text ?? "Hello" }}',
	options,
	...more,
});

const trial = (ending: string) => [{ to: `+1808555${ending}` }];
const lease = (
	operation: string,
	number?: string,
	more: INodeParameters = {},
): INodeParameters => ({
	resource: 'lease',
	operation,
	...(number && { number: { __rl: true, mode: 'number', value: number } }),
	...more,
});
const ask = (more: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	resource: 'message',
	operation: 'sendAndWait',
	channel: 'sms',
	to: TO,
	message: 'Is that all right?',
	options,
	...more,
});
const SHORT = { timeout: 1000, maxRetries: 0 };
const LONG = 'Your table is ready. '.repeat(20);

const ERRORS: Array<[string, unknown[], INodeParameters]> = [
	['refused recipient', trial('0122'), send()],
	['rate limit', trial('0129'), send(SHORT)],
	['failing service', trial('0103'), send(SHORT)],
	['slow service', trial('0105'), send(SHORT)],
	['no answer', trial('0199'), send(SHORT)],
	[
		'one of five refused',
		['0143', '0144', '8085550122', '0145', '0146'].map((end) => ({
			to: end.length > 4 ? `+1${end}` : `+1202555${end}`,
		})),
		send({ concurrency: 1 }),
	],
	['one wrong number', [{ to: TO }, { to: '555-12' }], send()],
	[
		'several mistakes',
		[
			{ to: '555-12' },
			{ to: '22.11.2025' },
			{ to: TO, text: '' },
			{ to: '+1 202 555 0143 ext. 5' },
		],
		send(),
	],
	['number of another country', [{ to: '614-555-12345' }], send({ defaultCountry: 'US' })],
	['country that is not allowed', [{ to: '+18762101234' }], send({ allowedCountries: ['US'] })],
	['too many parts', [{ to: TO, text: `${LONG} “Hi”` }], send({ maxSmsParts: 2 })],
	['key that is a large number', [{ to: TO }], send({ sendOnceKey: '={{ 9007199254740993 }}' })],
	['unknown number', [{}], lease('getStatus', '+12125559999')],
	['adopting an unknown number', [{}], lease('adopt', '+12125559999')],
	['relinquishing a number that is not adopted', [{}], lease('relinquish', '+12125550101')],
	[
		'no number fits',
		[{}],
		lease('adoptFirstAvailable', undefined, {
			filters: { country: 'CA', carrier: 'ATT', type: 'whatsapp' },
		}),
	],
	['unknown OTP ID', [{}], { resource: 'otp', operation: 'verify', otpId: 'none', otp: '123456' }],
	['two questions at once', [{}, {}], ask()],
	[
		'time limit in the past',
		[{}],
		ask(
			{},
			{
				limitWaitTime: {
					values: { limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-31T18:00:00' },
				},
			},
		),
	],
];

const HINTS: Array<[string, unknown[], INodeParameters, Partial<INode>?]> = [
	['SMS parts', [{ to: TO, text: `${LONG}“Hi”` }, { to: TO }], send()],
	['dry run', [{ to: TO, text: LONG }, { to: TO }, { to: '+33199001234' }], send({ dryRun: true })],
	[
		'items without a key',
		[{ to: TO, key: 'a' }, { to: TO }],
		send({ sendOnceKey: '={{ $json.key }}' }),
	],
	['skipped', [{ to: TO }, { to: TO }], send({ sendOnceKey: 'the same' })],
	[
		'possibly sent',
		[...trial('0103'), { to: TO }],
		send(SHORT),
		{ onError: 'continueRegularOutput' },
	],
	['link that phones cannot reach', [{}], ask()],
];

(FOLDER ? describe : describe.skip)('every screen', () => {
	beforeAll(async () => {
		await mkdir(FOLDER ?? '', { recursive: true });
		await writeFile(path.join(FOLDER ?? '', 'texts.md'), '# What the screens say\n\n');
		client = await loggedIn();
		browser = await openBrowser();
		page = await openEditor(browser, client);
	});

	afterAll(async () => await browser?.close());

	beforeEach(async () => await simulator.reset());

	it('of the pages that recipients see', async () => {
		const phone = await browser.newPage({ viewport: { width: 375, height: 700 } });
		for (const [what, html] of everyPage('en')) {
			await phone.setContent(html);
			await phone.screenshot({ path: file(`page ${what}`), fullPage: true });
			await note(`Page: ${what}`, (await phone.locator('body').innerText()).slice(0, 3000));
		}
		await phone.close();
	});

	it("of each operation's panel, with every option", async () => {
		const { properties } = new MessagingService().description;
		const trigger = new MessagingServiceTrigger().description.properties;
		await page.setViewportSize({ width: 1400, height: 2400 });

		const operations = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options = [] }) =>
				(options as Array<{ value: string }>).map(({ value }) => ({
					resource: (displayOptions?.show?.resource ?? [])[0] as string,
					operation: value,
				})),
			);

		const panels = [
			...operations.map((chosen) => ({
				name: `${chosen.resource} ${chosen.operation}`,
				type: TYPE,
				own: properties,
				chosen: { channel: 'sms', responseType: 'approval', ...chosen } as INodeParameters,
			})),
			...['numberAvailable', 'numberStatusChanged'].map((event) => ({
				name: `trigger ${event}`,
				type: `${TYPE}Trigger`,
				own: trigger,
				chosen: { event } as INodeParameters,
			})),
		];

		for (const { name, type, own, chosen } of panels) {
			const parameters = everything(own, chosen);
			const { id } = await client.createWorkflow({
				name,
				nodes: [node('Node', type, parameters)],
				connections: {},
			});
			await openWorkflow(page, id);
			await openNode(page, 'Node');
			await page.waitForTimeout(500);
			await byTestId(page, 'ndv').screenshot({ path: file(`panel ${name}`) });
			await note(`Panel: ${name}`, textsOf(shownOf(own, parameters)));
		}
		await page.setViewportSize({ width: 1400, height: 850 });
	});

	it('of the list of operations of each resource', async () => {
		for (const resource of ['message', 'otp', 'intent', 'lease']) {
			const { id } = await client.createWorkflow({
				name: resource,
				nodes: [node('Node', TYPE, { resource })],
				connections: {},
			});
			await openWorkflow(page, id);
			await openNode(page, 'Node');
			await byTestId(page, 'parameter-input-operation').first().click();
			await page.waitForTimeout(500);
			await page.screenshot({ path: file(`operations ${resource}`) });
		}
	});

	it.each(ERRORS)('of the error: %s', async (name, rows, parameters) => {
		await screen(`error ${name}`, workflow(name, rows, parameters));
	});

	it.each([
		['plan', { apiToken: 'demo-plain' }],
		['token', { apiToken: 'wrong' }],
		['dead port', { baseUrl: 'http://127.0.0.1:9' }],
		['unknown host', { baseUrl: 'https://nowhere.invalid' }],
		['https on an http port', { baseUrl: e2eContext().serviceUrl?.replace('http:', 'https:') }],
		['another path', { baseUrl: `${e2eContext().serviceUrl}/v9` }],
		['no address', { baseUrl: 'example' }],
		['plain http', { baseUrl: 'http://api.example.com' }],
	])('of a credential: %s', async (name, changed) => {
		const right = { baseUrl: e2eContext().serviceUrl, apiToken: 'demo-enterprise' };
		const data = { ...right, ...changed };
		const { message } = await client.testCredential('messagingServiceApi', data);
		await note(`Test of the credential: ${name}`, message);
		const messagingServiceApi = await client.saveCredential(name, 'messagingServiceApi', data);
		const parameters = lease('getAll', undefined, { options: SHORT });
		const made = workflow(name, [{}], parameters, {
			credentials: { messagingServiceApi },
		});
		await screen(`credential ${name}`, made);
	});

	it.each(HINTS)('of the hint: %s', async (name, rows, parameters, settings = {}) => {
		await screen(`hint ${name}`, workflow(name, rows, parameters, settings));
	});

	it('of the hint: an answer with a field error', async () => {
		await simulator.fault({
			kind: 'answer',
			body: { message: 'Sent', error: 'none' },
			path: '/send/text',
		});
		await screen('hint error in the answer', workflow('error', [{ to: TO }], send()));
	});

	it('of the examples, with their notes', async () => {
		// As on a common laptop, so that notes too small to be read show themselves.
		await page.setViewportSize({ width: 1440, height: 900 });
		for (const example of await exampleFiles()) {
			const made = await readExample(example);
			// Nothing that it names is there, such as a database.
			for (const { credentials, type } of made.nodes) {
				if (credentials && !type.startsWith('n8n-nodes-messaging-service')) {
					Object.keys(credentials).forEach((name) => delete credentials[name]);
				}
			}
			const { id } = await client.createWorkflow(made);
			await openWorkflow(page, id);
			await byTestId(page, 'zoom-to-fit').click();
			await page.waitForTimeout(700);
			await page.screenshot({ path: file(`example ${example}`) });
			await note(
				`Example: ${example}`,
				(await byTestId(page, 'sticky').allInnerTexts()).join('\n'),
			);
			const cutOff = await page.evaluate<number>(CUT_OFF_NOTES);
			if (cutOff > 0) await note(`Example: ${example}: notes that are cut off`, String(cutOff));
			const covered = await page.evaluate<string[]>(COVERED_NODES);
			if (covered.length > 0) {
				await note(`Example: ${example}: nodes below the button`, covered.join(', '));
			}
		}
		await page.setViewportSize({ width: 1400, height: 850 });
	});

	it('of the inbox', async () => {
		const inbox = await browser.newPage();
		await inbox.goto(e2eContext().simulatorUrl);
		await inbox.getByText('+1 (808) 555-0122').first().waitFor();
		await inbox.screenshot({ path: file('inbox'), fullPage: true });
		await note('Inbox', await inbox.locator('body').innerText());
	});
});
