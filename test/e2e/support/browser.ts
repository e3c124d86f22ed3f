/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import path from 'node:path';
import process from 'node:process';

import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';

import type { N8nClient, WorkflowFile } from '../../../playground/src/n8nClient';
import { until } from '../../support/executions';
import { e2eContext } from './context';

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

/** Ends a wait that hangs, in ms: before jest's own limit, which would not say what was waited for. */
const HANGS_AFTER = 240_000;

/** Starts the browser. */
export async function openBrowser(): Promise<Browser> {
	const browser = await chromium.launch({
		executablePath: CHROMIUM,
		args: QUIET,
		timeout: HANGS_AFTER,
	});
	return browser.on('context', (context) => context.setDefaultTimeout(HANGS_AFTER));
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

/** Elements by the name that n8n gives them for its own tests. */
export const byTestId = (page: Page, id: string) => page.locator(`[data-test-id="${id}"]`);

/** Opens a stored workflow and waits until its canvas is there. */
export async function openWorkflow(page: Page, id: string): Promise<void> {
	await page.goto(`${e2eContext().n8nUrl}/workflow/${id}`);
	await byTestId(page, 'canvas-node').first().waitFor();
}

/** A workflow to begin with: its trigger alone. */
export const EMPTY: WorkflowFile = {
	name: 'Empty',
	nodes: [
		{
			id: 'start',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
	],
	connections: {},
};

/** Executes the workflow that is open, and gives the form that n8n opens for it. */
export async function executeForm(page: Page): Promise<Page> {
	const [form] = await Promise.all([
		page.waitForEvent('popup'),
		byTestId(page, 'execute-workflow-button').click(),
	]);
	return form;
}

/** Opens the panel of a node. */
export async function openNode(page: Page, name: string): Promise<void> {
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	await byTestId(page, 'ndv').waitFor();
}

/** Names of the fields that the panel shows. */
export async function shownFields(page: Page, expected: number): Promise<string[]> {
	const labels = byTestId(page, 'node-parameters').locator('[data-test-id="input-label"]:visible');
	// Those of a collection come later than their panel.
	await labels.nth(expected - 1).waitFor();
	const texts = await labels.allInnerTexts();
	// Behind the name stand the words of the switch between fixed value and expression.
	return texts.map((label) => label.trim().split('\n')[0]).filter(Boolean);
}

/** Runs in the browser: whether all animations have ended, but for those that never do. */
const AT_REST =
	'document.getAnimations().every(({ playState, effect }) => playState !== "running" || effect.getTiming().iterations === Infinity)';

/** What n8n shows for a moment, and no reader should see: toasts, and tooltips that open by themselves. */
const PASSING = [
	'.el-notification',
	'[role="tooltip"]:not(:has(li, input, button))',
	'[data-reka-popper-content-wrapper]:has([role="tooltip"])',
];

/** Keeps a picture of a page for the documentation, once everything on it has come to rest. */
export async function keepPicture(page: Page, name: string): Promise<void> {
	// Where it shows nothing by being there.
	await page.mouse.move(500, 2);
	await until(async () => await page.evaluate<boolean>(AT_REST));
	await page.screenshot({
		path: path.resolve('docs', 'images', `${name}.png`),
		style: `${PASSING.join(', ')} { visibility: hidden !important }`,
	});
}
