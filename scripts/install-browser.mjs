import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The first one has no windows, so that pages take less time in it. */
const browsers = ['chromium-headless-shell', 'chromium'];
const hasBrowser = () => browsers.some((name) => existsSync(`/usr/bin/${name}`));

/**
 * Installs Debian's Chromium if it is missing and this is root.
 *
 * @returns the reason why the browser suite cannot run, or undefined.
 */
export function installBrowser() {
  if (process.env.LECTERN_BROWSER || hasBrowser()) return undefined;
  if (process.getuid?.() !== 0) return 'there is no Chromium, and only root can install it';
  for (const parameters of [['update'], ['install', '--yes', browsers[0]]]) {
    spawnSync('apt-get', parameters, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  return hasBrowser() ? undefined : 'Chromium could not be installed from Debian';
}
