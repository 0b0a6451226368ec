/**
 * Fills a suite of another version that runs on this machine, for `check-upgrade.ts`:
 *   node e2e/operations/fill-old-home.ts HOME OUTSIDE_PORT
 * The suite was started with MCP_ALLOW_PRIVATE_HOSTS=127.0.0.1. The result is HOME/old-site.json.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillOldSite, startOutsideServers } from './old-site.ts';

const [home = '', port = ''] = process.argv.slice(2);
const readJson = async (name: string) => JSON.parse(await readFile(join(home, name), 'utf8'));
const credentials = await readJson('credentials.json');
const { databasePassword } = await readJson('secrets.json');
const databasePort = Number(new URL(credentials.url).port) + 5;
await using _servers = await startOutsideServers(Number(port));
const site = await fillOldSite(credentials, {
  outsidePort: Number(port),
  databaseUrl: `postgres://lectern:${databasePassword}@127.0.0.1:${databasePort}/postgres`,
});
await writeFile(join(home, 'old-site.json'), `${JSON.stringify(site, null, 2)}\n`, { mode: 0o600 });
