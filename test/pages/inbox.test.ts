import type { Browser, Page } from 'playwright-core';

import { openBrowser } from '../e2e/support/browser';
import { useSimulator } from '../support/caller';

const TO = '+12125550111';

const LONG = `Dear customer, ${'here is more to read. '.repeat(100)}Goodbye`;
const MANY_LINES = Array.from({ length: 11 }, (_, index) => `Line ${index + 1}`).join('\n');

/** As long as a text can be that nobody has to unfold on a wide screen. */
const SEVERAL_PARTS = 'Dear customer, here is more to read. '.repeat(20);
const TEN_LINES = MANY_LINES.slice(0, MANY_LINES.lastIndexOf('\n'));

describe('a message in the inbox', () => {
	const { simulator, post } = useSimulator({ prefix: '/v1' });
	let browser: Browser;

	beforeAll(async () => {
		browser = await openBrowser();
	});

	afterAll(async () => {
		await browser?.close();
	});

	/** Opens the inbox, where a text came. */
	async function inboxWith(text: string, width = 1280): Promise<Page> {
		await post('/send/text', { to: TO, message: text });

		const page = await browser.newPage({ viewport: { width, height: 800 } });
		await page.goto(`${simulator().url}/`);
		await page.locator('.text').waitFor();
		return page;
	}

	/** Tells whether somebody sees the end of the text: nothing of it is cut off. */
	const showsAll = async (page: Page) =>
		await page
			.locator('.text')
			.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight);

	it.each([
		['many characters', LONG],
		['many lines', MANY_LINES],
	])('is folded if it has %s, until somebody asks for all of it', async (_, text) => {
		const page = await inboxWith(text);
		expect(await showsAll(page)).toBe(false);

		await page.getByRole('button', { name: 'Show all' }).click();

		expect(await showsAll(page)).toBe(true);
		expect(await page.locator('.text').textContent()).toBe(text);
		expect(await page.getByRole('button', { name: 'Show all' }).count()).toBe(0);
	});

	it.each([
		['several parts', SEVERAL_PARTS],
		['ten lines', TEN_LINES],
	])('is shown whole with %s', async (_, text) => {
		const page = await inboxWith(text);

		expect(await showsAll(page)).toBe(true);
		expect(await page.getByRole('button', { name: 'Show all' }).count()).toBe(0);
	});

	it('is folded on a narrow screen, where the same text has more lines', async () => {
		const page = await inboxWith(SEVERAL_PARTS, 360);

		expect(await showsAll(page)).toBe(false);
		expect(await page.getByRole('button', { name: 'Show all' }).count()).toBe(1);
	});

	it('stays unfolded when another one comes', async () => {
		const page = await inboxWith(LONG);
		await page.getByRole('button', { name: 'Show all' }).click();

		await post('/send/text', { to: TO, message: 'Another one' });
		await page.getByText('Another one').waitFor();

		const first = page.locator('.text').last();
		expect(await first.textContent()).toBe(LONG);
		expect(await page.getByRole('button', { name: 'Show all' }).count()).toBe(0);
	});
});
