/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

import {
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	chromium,
	type Page,
} from 'playwright-core';

import type { TestedN8n } from './n8n';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** Ends a wait that hangs, in ms: before jest's own limit, which would not say what was waited for. */
const HANGS_AFTER = 240_000;

/** Starts the browser. */
export async function openBrowser(): Promise<Browser> {
	const browser = await chromium.launch({ executablePath: CHROMIUM, timeout: HANGS_AFTER });
	return browser.on('context', (context) => context.setDefaultTimeout(HANGS_AFTER));
}

/** Returns a browser that is open while the tests of a file run. */
export function useBrowser(): () => Browser {
	let browser: Browser;
	beforeAll(async () => {
		browser = await openBrowser();
	});
	afterAll(async () => await browser?.close());
	return () => browser;
}

/** Logs in to n8n's editor. Pages that are opened in it share its cache. */
export async function openEditor(
	browser: Browser,
	{ client, url }: TestedN8n,
	options: BrowserContextOptions = {},
): Promise<BrowserContext> {
	const context = await browser.newContext({ viewport: { width: 1400, height: 850 }, ...options });
	await context.addCookies([{ ...client.session, url }]);
	// Runs in the browser: n8n's session belongs to one browser.
	const known = `window.localStorage.setItem('n8n-browserId', '${client.browserId}')`;
	await context.addInitScript(known);
	return context;
}

/** Elements by the name that n8n gives them for its own tests. */
export const byTestId = (page: Page, id: string) => page.locator(`[data-test-id="${id}"]`);

/** Opens a stored workflow and waits until its canvas is there. */
export async function openWorkflow(page: Page, { url }: TestedN8n, id: string): Promise<void> {
	await page.goto(`${url}/workflow/${id}`);
	await byTestId(page, 'canvas-node').first().waitFor();
}

/** Opens the panel of a node. */
export async function openNode(page: Page, name: string): Promise<void> {
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	await byTestId(page, 'ndv').waitFor();
}
