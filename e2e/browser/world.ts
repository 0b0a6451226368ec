import { eventually } from '@lectern/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Api } from '../suite/api.ts';
import type { TemporarySuite } from '../suite/temporary-suite.ts';

/** A suite and a browser that is connected to it. */
export interface World {
  readonly suite: TemporarySuite;
  readonly browser: Browser;
  /** API client of the owner. */
  readonly api: Api;
  /** Errors and policy violations of all pages so far. */
  readonly complaints: string[];
}

export interface WindowOptions {
  readonly isPhone?: boolean;
  readonly colorScheme?: 'light' | 'dark';
  readonly locale?: string;
}

export function createWorld(suite: TemporarySuite, browser: Browser): World {
  return {
    suite,
    browser,
    api: new Api(suite.url, suite.credentials.api_key),
    complaints: [],
  };
}

/** Opens a browser window without stored state. The end of the story closes it. */
export async function openWindow(
  { browser, suite, complaints }: World,
  { isPhone = false, colorScheme = 'light', locale = 'en-GB' }: WindowOptions = {},
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({
    baseURL: suite.url,
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    isMobile: isPhone,
    hasTouch: isPhone,
    colorScheme,
    locale,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(45_000);
  context.on('page', (page) => {
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) {
        complaints.push(`${page.url()}: ${message.text()}`);
      }
    });
  });
  return { context, page: await context.newPage() };
}

export function getSignIn({ suite }: World): { readonly email: string; readonly password: string } {
  const { email, password } = suite.credentials;
  if (!email || !password) throw new Error('the suite has no owner with a password');
  return { email, password };
}

/** Signs the owner in, without the form, and opens the address. */
export async function signIn(world: World, page: Page, path = '/'): Promise<void> {
  const response = await page.request.post('/api/auth/sign-in/email', {
    data: getSignIn(world),
    headers: { origin: world.suite.url },
  });
  if (!response.ok()) throw new Error(`The sign-in was answered with ${response.status()}.`);
  await page.goto(path);
  await page.locator('#content h1').first().waitFor();
}

/** Opens a browser window of the owner at the address. */
export async function openSignedIn(
  world: World,
  path = '/',
  options: WindowOptions = {},
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const opened = await openWindow(world, options);
  await signIn(world, opened.page, path);
  return opened;
}

/** Waits until the page has scrolled the re-rendered element into view. */
export async function waitUntilInView(page: Page, selector: string): Promise<void> {
  await waitUntil(
    page,
    `(() => {
    const box = document.querySelector('${selector}')?.getBoundingClientRect();
    return box && box.x >= 0 && box.y >= 0 && box.x < innerWidth && box.y < innerHeight;
  })()`,
  );
}

/** Waits until a script is true. Playwright's own wait runs `eval`, which the page forbids. */
export async function waitUntil(page: Page, script: string): Promise<void> {
  await eventually(async () => Boolean(await page.evaluate(script)));
}
