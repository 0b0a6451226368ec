import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Paths of Chromium on Debian and on other systems. */
const candidates = [
  process.env.LECTERN_BROWSER,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export function findBrowser(): string | undefined {
  return candidates.find((path) => path !== undefined && existsSync(path));
}

/** Opens a headless browser without background requests. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('There is no Chromium on this machine.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // On a loaded machine the watchdog ends a slow GPU process, and with it the browser.
      '--disable-gpu-watchdog',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
