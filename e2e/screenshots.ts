import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findBrowser, openBrowser } from './browser/open-browser.ts';
import { fillSuite, type ShownIds } from './browser/screenshots/fill-suite.ts';
import { listViews } from './browser/screenshots/views.ts';
import {
  createWorld,
  openWindow,
  signIn,
  type WindowOptions,
  type World,
} from './browser/world.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
const quality = 55;

/** Together they show each page by each value. */
const looks: Readonly<Record<string, WindowOptions>> = {
  'desktop-light-en': {},
  'desktop-dark-ru': { colorScheme: 'dark', locale: 'ru-RU' },
  'phone-light-ru': { isPhone: true, locale: 'ru-RU' },
  'phone-dark-en': { isPhone: true, colorScheme: 'dark' },
};

/** `npm run screenshots [part of a name]`: pictures of every page into docs/screenshots. */
async function main(wanted = ''): Promise<void> {
  await using browser = await openBrowser();
  await using suite = await startTemporarySuite();
  const world = createWorld(suite, browser);
  const ids = await fillSuite(world.api);
  await mkdir(folder, { recursive: true });
  if (!wanted) await rm(folder, { recursive: true }).then(() => mkdir(folder));
  for (const [look, options] of Object.entries(looks))
    await shoot(world, { look, options, ids, wanted });
  if (world.complaints.length > 0) throw new Error(world.complaints.join('\n'));
}

interface Shooting {
  readonly look: string;
  readonly options: WindowOptions;
  readonly ids: ShownIds;
  readonly wanted: string;
}

async function shoot(world: World, { look, options, ids, wanted }: Shooting): Promise<void> {
  const { context, page } = await openWindow(world, options);
  const devTools = await context.newCDPSession(page);
  let isSignedIn = false;
  for (const { name, path, isOpen, show } of listViews(ids)) {
    const file = `${folder}${name}-${look}.webp`;
    if (!file.includes(wanted)) continue;
    if (!isOpen && !isSignedIn) await signIn(world, page);
    isSignedIn ||= !isOpen;
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    await show?.(page);
    const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality });
    await writeFile(file, Buffer.from(data, 'base64'));
    console.log(`${name}-${look}.webp ${(await readFile(file)).length}`);
  }
  await context.close();
}

if (findBrowser()) await main(process.argv[2]);
else console.log('skipped: there is no Chromium on this machine');
process.exit(0);
