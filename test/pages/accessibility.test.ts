import { source } from 'axe-core';
import type { Result } from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';

import type { LanguageCode } from '../../nodes/MessagingService/question/languages';
import { LANGUAGE_CODES } from '../../nodes/MessagingService/question/languages';
import { useBrowser } from '../n8n/support/browser';
import { everyPage } from '../support/everyPage';

const browser = useBrowser();

/** A language of each script: what axe looks at depends on no other. German has the longest words. */
const SCRIPTS: LanguageCode[] = ['de', 'ar', 'he', 'hi', 'ja', 'ko', 'ru', 'th', 'zh-Hant'];

describe.each(['light', 'dark'] as const)('in a %s browser', (colorScheme) => {
	let page: Page;

	beforeAll(async () => {
		page = await openPage({ colorScheme, viewport: { width: 375, height: 667 } });
	});

	afterAll(async () => await page?.close());

	it.each(SCRIPTS)('the pages in %s keep to WCAG 2.2 AA', async (language) => {
		for (const [what, html] of await everyPage(language)) {
			await page.setContent(html);
			const width = await page.evaluate('document.documentElement.scrollWidth');
			expect([what, await violations(page), width]).toEqual([what, [], 375]);
			expect([what, await faintLines(page)]).toEqual([what, []]);
		}
	});
});

describe('on the smallest phone', () => {
	let page: Page;

	beforeAll(async () => {
		page = await openPage({ viewport: { width: 320, height: 568 } });
	});

	afterAll(async () => await page?.close());

	it.each(LANGUAGE_CODES)('the pages in %s are read by scrolling down alone', async (language) => {
		for (const [what, html] of await everyPage(language)) {
			await page.setContent(html);
			for (const size of ['100%', '200%']) {
				await page.addStyleTag({ content: `html { font-size: ${size} }` });
				const width = await page.evaluate('document.documentElement.scrollWidth');
				expect([what, size, width, await cutOff(page)]).toEqual([what, size, 320, []]);
			}
		}
	});
});

/** Opens a page that knows axe: what is set as its content later leaves that alone. */
async function openPage(options: BrowserContextOptions): Promise<Page> {
	const page = await browser().newPage(options);
	await page.evaluate(source);
	return page;
}

/** Elements whose text is wider than they are. */
async function cutOff(page: Page): Promise<string[]> {
	return await page.evaluate<string[]>(`
		[...document.querySelectorAll('button, label, legend, h1, h2, p, dd, a')]
			.filter((element) => element.scrollWidth > Math.ceil(element.getBoundingClientRect().width) + 1)
			.filter((element) => getComputedStyle(element).display !== 'inline')
			.map((element) => element.outerHTML.slice(0, 80))
	`);
}

/** What axe finds by the rules of WCAG 2.2, levels A and AA, and by what it calls best practice. */
async function violations(page: Page): Promise<string[]> {
	const found = await page.evaluate<Result[]>(
		`axe.run(document, { runOnly: [${RULES}] }).then(({ violations, incomplete }) => [...violations, ...incomplete])`,
	);
	return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

const RULES = "'wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'";

/** Lines around what can be filled in or pressed, at less than 3:1 (1.4.11), which axe does not look at. */
async function faintLines(page: Page): Promise<string[]> {
	const lines = await page.evaluate<Array<{ what: string; line: string; around: string }>>(`
		[...document.querySelectorAll('input, textarea, select, button')]
			.filter((element) => !['checkbox', 'radio'].includes(element.type))
			.map((element) => ({
				what: element.outerHTML.slice(0, 80),
				line: getComputedStyle(element).borderTopColor,
				around: getComputedStyle(document.body).backgroundColor,
			}))
	`);
	return lines.flatMap(({ what, line, around }) => (contrast(line, around) < 3 ? [what] : []));
}

/** The contrast of two colours (WCAG 2.2, relative luminance). */
function contrast(one: string, other: string): number {
	const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
	return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
	const [red, green, blue] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
		const value = Number(part) / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
