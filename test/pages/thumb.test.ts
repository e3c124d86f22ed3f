/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createServer, type ServerResponse } from 'node:http';

import type { Page } from 'playwright-core';

import { useBrowser } from '../n8n/support/browser';
import type { Listening } from '../support/servers';
import { listening } from '../support/servers';
import { visit } from '../support/visiting';

const THUMB = { viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true };

const BOTH = {
	approvalOptions: { values: { approvalType: 'double', askComment: true } },
};

const browser = useBrowser();
let server: Listening;

/** The bodies of the answers that have come. */
let posted: string[];

/** The responses that the browser waits for. */
let waiting: ServerResponse[];

/** Responds to an answer at once; without it, an answer waits, as on a slow network. */
let respond: ((response: ServerResponse) => void) | undefined;

/** Shows the next page. */
function thank(response: ServerResponse): void {
	response.setHeader('content-type', 'text/html');
	response.end('<h1>Thank you</h1>');
}

/** Leaves the browser on its page: one that is about to leave cannot be looked at. */
function stay(response: ServerResponse): void {
	response.statusCode = 204;
	response.end();
}

/** Serves the page of a question with the headers that it has. */
beforeAll(async () => {
	const pages = createServer((request, response) => {
		if (request.method === 'GET') {
			void visit(BOTH).then(({ page, headers }) => {
				for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
				response.end(page);
			});
			return;
		}

		let body = '';
		request.setEncoding('utf8').on('data', (part: string) => (body += part));
		request.on('end', () => {
			posted.push(body);
			if (respond) respond(response);
			else waiting.push(response);
		});
	});
	server = await listening(pages);
});

afterAll(() => server.close());

beforeEach(() => {
	posted = [];
	waiting = [];
	respond = undefined;
});

afterEach(async () => {
	await Promise.all(
		browser()
			.contexts()
			.map(async (context) => await context.close()),
	);
});

async function open(): Promise<Page> {
	const context = await browser().newContext(THUMB);
	const page = await context.newPage();
	await page.goto(server.url);
	return page;
}

/** Taps on buttons in turn, as a thumb does: the next tap comes before anything has come back. */
async function tap(page: Page, ...labels: string[]): Promise<void> {
	const spots = [];
	for (const name of labels) {
		const box = await page.getByRole('button', { name }).boundingBox();
		spots.push([(box?.x ?? 0) + 20, (box?.y ?? 0) + 10] as const);
	}
	for (const [x, y] of spots) await page.touchscreen.tap(x, y);
}

/** Responds to what has come, and to all that still comes, until the browser shows the next page. */
async function untilThanked(page: Page): Promise<void> {
	respond = thank;
	waiting.forEach(thank);
	await page.getByText('Thank you').waitFor();
}

it.each([
	['Approve', 'Approve', 'true'],
	['Decline', 'Decline', 'false'],
	['Approve', 'Decline', 'true'],
])('a double tap on %s and %s sends the first answer alone', async (label, other, approved) => {
	const page = await open();
	await tap(page, label, other);
	await untilThanked(page);
	expect(posted).toEqual([`comment=&approved=${approved}`]);
});

describe('a page that is being sent', () => {
	it('says so, and its button no longer counts', async () => {
		respond = stay;
		const page = await open();
		const button = page.getByRole('button', { name: 'Approve' });
		await button.tap();
		await page.getByRole('status').getByText('Sending…').waitFor();
		expect(await button.getAttribute('aria-disabled')).toBe('true');
	});

	it('can be sent again after Back', async () => {
		respond = thank;
		const page = await open();
		await page.getByRole('button', { name: 'Approve' }).tap();
		await page.getByText('Thank you').waitFor();
		await page.goBack();
		const button = page.getByRole('button', { name: 'Decline' });
		expect(await button.getAttribute('aria-disabled')).toBeNull();
		await button.tap();
		await page.getByText('Thank you').waitFor();
		expect(posted).toEqual(['comment=&approved=true', 'comment=&approved=false']);
	});

	it('can be sent again after 15 seconds without a next page', async () => {
		respond = stay;
		const page = await open();
		await page.clock.install();
		await page.reload();
		const button = page.getByRole('button', { name: 'Approve' });
		await button.tap();
		await page.getByRole('status').getByText('Sending…').waitFor();
		await page.clock.fastForward(15_000);

		expect(await button.getAttribute('aria-disabled')).toBeNull();
		expect(await page.getByRole('status').innerText()).toBe('');

		await button.tap();
		await page.getByRole('status').getByText('Sending…').waitFor();
		expect(posted).toHaveLength(2);
	});
});

it('by keyboard alone, a comment is typed, the button is seen, and Enter decides once', async () => {
	const page = await open();
	await page.keyboard.press('Tab');
	await page.keyboard.type('Not yet');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Tab');
	const outline = 'getComputedStyle(document.activeElement).outlineWidth';

	expect(await page.evaluate<string>(outline)).toBe('3px');

	await page.keyboard.press('Enter');
	await page.keyboard.press('Enter');
	await untilThanked(page);
	expect(posted).toEqual(['comment=Not+yet&approved=false']);
});
