import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const browser = '/usr/bin/chromium';

/**
 * Installs Debian's Chromium if it is missing and this is root.
 *
 * @returns the reason why the browser suite cannot run, or undefined.
 */
export function installBrowser() {
  if (process.env.LECTERN_BROWSER || existsSync(browser)) return undefined;
  if (process.getuid?.() !== 0) return 'there is no Chromium, and only root can install it';
  for (const parameters of [['update'], ['install', '--yes', 'chromium']]) {
    spawnSync('apt-get', parameters, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  return existsSync(browser) ? undefined : 'Chromium could not be installed from Debian';
}
