import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { findBrowser, openBrowser } from './browser/open-browser.ts';
import { type FilledWorld, openFilledWorld } from './browser/views/filled-world.ts';
import { openView } from './browser/views/open-view.ts';
import { listViews } from './browser/views/views.ts';
import { openWindow, signIn, type WindowOptions } from './browser/world.ts';

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
const quality = 50;
/** Pixels of the longest picture; what is below is left out. */
const maxHeight = 1_800;

/** Together they show each page by each value. */
const looks: Readonly<Record<string, WindowOptions>> = {
  'desktop-light-en': {},
  'desktop-dark-ru': { colorScheme: 'dark', locale: 'ru-RU' },
  'phone-light-ru': { isPhone: true, locale: 'ru-RU' },
  'phone-light-de': { isPhone: true, locale: 'de-DE' },
  'phone-dark-en': { isPhone: true, colorScheme: 'dark' },
};

/** `npm run e2e -- screenshots [part of a name]…`: pictures of every page and state into docs/screenshots. */
async function main(wanted: readonly string[]): Promise<void> {
  await using browser = await openBrowser();
  const { suite, world } = await openFilledWorld(browser);
  await using _suite = suite;
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const failed: string[] = [];
  for (const [look, options] of Object.entries(looks)) {
    failed.push(...(await shoot(world, { look, options, wanted })));
  }
  if (world.complaints.length + failed.length > 0) {
    throw new Error([...world.complaints, ...failed].join('\n'));
  }
}

interface Shooting {
  readonly look: string;
  readonly options: WindowOptions;
  /** Parts of names; every picture without any. */
  readonly wanted: readonly string[];
}

/** Gives the views that could not be shown. */
async function shoot(
  world: FilledWorld,
  { look, options, wanted }: Shooting,
): Promise<readonly string[]> {
  const { context, page } = await openWindow(world, options);
  const viewport = page.viewportSize() ?? { width: 0, height: 0 };
  const devTools = await context.newCDPSession(page);
  const failed: string[] = [];
  let isSignedIn = false;
  for (const view of listViews(world.ids)) {
    const name = `${view.name}-${look}.webp`;
    if (view.isPhoneOnly && !options.isPhone) continue;
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    if (!view.isOpen && !isSignedIn) await signIn(world, page);
    isSignedIn ||= !view.isOpen;
    try {
      await openView(page, view);
    } catch (error) {
      failed.push(`${name}: ${(error as Error).message}`);
    }
    const height = Math.min(maxHeight, viewport.height + (await findHidden(page)));
    await page.setViewportSize({ ...viewport, height });
    const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality });
    await page.setViewportSize(viewport);
    await writeFile(folder + name, Buffer.from(data, 'base64'));
    console.log(`${name} ${Math.ceil((data.length * 3) / 4)}`);
  }
  await context.close();
  return failed;
}

/** Pixels of the page below its lower edge. */
async function findHidden(page: Page): Promise<number> {
  return Number(
    await page.evaluate(
      "(() => { const main = document.querySelector('#content'); return main ? main.scrollHeight - main.clientHeight : 0; })()",
    ),
  );
}

if (findBrowser()) await main(process.argv.slice(2));
else console.log('skipped: there is no Chromium on this machine');
process.exit(0);
