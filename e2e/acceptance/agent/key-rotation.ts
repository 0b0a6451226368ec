import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts, portCount, removeHome, startSuite, suiteProcesses } from '@lectern/local';
import { startGuardedMcp, startOutsideIssuer } from '@lectern/testing/outside-oauth';
import { Pool } from 'pg';
import { runAdmin } from '../../operations/run-admin.ts';
import { Api } from '../../suite/api.ts';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import { callTool, tell } from './calls.ts';
import { readingTool } from './registered-server.ts';

const tide = readingTool('read_tide', 'Tells the height of the tide at a harbour.');
const client = { client_id: 'lectern', client_secret: 'secret-of-the-harbour-master' };
const ownKey = 'key-of-the-harbour';
/** Whose work is asked for; a start of all takes longer. */
const services = suiteProcesses.filter(({ name }) => name === 'gateway' || name === 'mcp');

interface Sealed {
  readonly name: string;
  /** Id of the key that sealed its credentials. */
  readonly keyId: string;
}

/** Starts the home's suite, works with it, and stops it. */
async function runHome<Result>(home: string, work: (api: Api) => Promise<Result>) {
  const suite = await startSuite({
    home,
    port: await findFreePorts(portCount),
    env: { ...process.env, MCP_ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    services,
  });
  const pool = new Pool({ connectionString: suite.databaseUrl, max: 1 });
  // The database goes with the suite.
  pool.on('error', () => undefined);
  try {
    const result = await work(new Api(suite.url, suite.credentials.api_key));
    const { rows } = await pool.query<Sealed>(
      `select name, split_part(credentials, '.', 2) as "keyId" from mcp.mcp_servers order by name`,
    );
    return { result, sealed: rows };
  } finally {
    await pool.end();
    await suite.stop();
  }
}

async function changeKeys(
  home: string,
  change: (keys: readonly string[]) => readonly string[],
): Promise<readonly string[]> {
  const file = join(home, 'secrets.json');
  const secrets = JSON.parse(await readFile(file, 'utf8')) as { credentialKeys: string[] };
  const credentialKeys = change(secrets.credentialKeys);
  await writeFile(file, JSON.stringify({ ...secrets, credentialKeys }), { mode: 0o600 });
  return credentialKeys;
}

/** The key that encrypts headers and OAuth secrets of outside servers, in a suite of its own. */
export const keyRotation: readonly AcceptanceCase<object>[] = [
  {
    name: 'the key of credentials rotates: old ones stay readable and are sealed anew, then the old key may go',
    async ask() {
      await using stack = new AsyncDisposableStack();
      const home = await mkdtemp(join(tmpdir(), 'lectern-e2e-'));
      stack.defer(() => removeHome(home));
      const issuer = stack.use(await startOutsideIssuer(client));
      const outside = stack.use(await startGuardedMcp({ issuer, tools: [tide] }));
      const register = (api: Api, name: string) =>
        api.call('createMcpServer', {
          body: {
            name,
            url: outside.url,
            headers: { 'x-api-key': ownKey },
            oauth: { ...client, issuer: issuer.url },
          },
        });
      const call = async (api: Api, server: string) =>
        tell(await callTool(api, { server, name: 'read_tide' }));

      const before = await runHome(home, (api) => register(api, 'harbour'));
      const rotated = await runAdmin(home, 'rotate-keys');
      const both = await runHome(home, async (api) => {
        const old = await call(api, 'harbour');
        await register(api, 'new harbour');
        return [old, await call(api, 'new harbour')];
      });
      const left = await changeKeys(home, ([newest = '']) => [newest]);
      issuer.endTokens();
      const after = await runHome(home, async (api) => [
        await call(api, 'harbour'),
        await call(api, 'new harbour'),
      ]);
      const [oldest, newest] = [before.sealed[0]?.keyId, left[0]?.split(':')[0]];
      const keys = [outside.calls.length, outside.calls.every((one) => hasOwnKey(one.headers))];
      const holds =
        rotated.isDone &&
        oldest !== newest &&
        [...both.result, ...after.result].every((text) => text === 'read_tide') &&
        [...both.sealed, ...after.sealed].every(({ keyId }) => keyId === newest) &&
        keys.join() === '4,true';
      return found(
        'POST /api/mcp-servers {headers, oauth}; admin rotate-keys; call_tool; old key removed; call_tool',
        { oldest, newest, both: both.result, sealed: both.sealed, after: after.result, keys },
        holds,
      );
    },
  },
];

function hasOwnKey(headers: Readonly<Record<string, unknown>>): boolean {
  return headers['x-api-key'] === ownKey;
}
