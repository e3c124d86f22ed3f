/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import path from 'node:path';
import process from 'node:process';

import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';

import type { N8nClient } from '../../../playground/src/n8nClient';
import { e2eContext, until } from './context';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const QUIET = [
	'--headless',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
];

/** Starts the browser. */
export async function openBrowser(): Promise<Browser> {
	return await chromium.launch({ executablePath: CHROMIUM, args: QUIET });
}

/** Opens a page of n8n's editor, logged in. */
export async function openEditor(
	browser: Browser,
	client: N8nClient,
	options: { colorScheme?: 'light' | 'dark' } = {},
): Promise<Page> {
	const { n8nUrl } = e2eContext();
	const context = await browser.newContext({ viewport: { width: 1400, height: 850 }, ...options });
	await context.addCookies([{ ...client.session, url: n8nUrl }]);
	const { browserId } = client;
	await context.addInitScript(
		// Runs in the browser: n8n's session belongs to one browser.
		`window.localStorage.setItem('n8n-browserId', '${browserId}')`,
	);
	return await context.newPage();
}

/** Runs in the browser: whether all animations have ended, but for those that never do. */
const AT_REST =
	'document.getAnimations().every(({ playState, effect }) => playState !== "running" || effect.getTiming().iterations === Infinity)';

/** Keeps a picture of a page for the README, once everything on it has come to rest. */
export async function keepPicture(page: Page, name: string): Promise<void> {
	await until(async () => await page.evaluate<boolean>(AT_REST));
	await page.screenshot({ path: path.resolve('docs', 'images', `${name}.png`) });
}
