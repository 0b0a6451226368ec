import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's browser, and where other systems keep one. */
const candidates = [
  process.env.LECTERN_BROWSER,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The program of a browser on this machine. */
export function findBrowser(): string | undefined {
  return candidates.find((path) => path !== undefined && existsSync(path));
}

/** A browser without a window that calls nobody by itself. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('There is no Chromium on this machine.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
