import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { findFreePorts } from '../network/port.ts';
import { removeHome } from '../postgres/postgres-place.ts';
import { fakeServices } from './__fixtures__/fake-services.ts';
import { type Suite, type SuiteOptions, startSuite } from './start-suite.ts';
import { portCount } from './suite-processes.ts';

let home: string;
let port: number;
let suite: Suite | undefined;
let reports: string[];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-suite-'));
});
afterAll(() => removeHome(home));
beforeEach(async () => {
  port = await findFreePorts(portCount);
  reports = [];
});
afterEach(async () => {
  await suite?.stop();
  suite = undefined;
});

async function start(options: Partial<SuiteOptions> = {}): Promise<Suite> {
  suite = await startSuite({
    home,
    port,
    services: fakeServices,
    report: (sentence) => reports.push(sentence),
    ...options,
  });
  return suite;
}

async function readEnvironment(portOffset: number): Promise<Record<string, string>> {
  const response = await fetch(`http://127.0.0.1:${port + portOffset}/`);
  return (await response.json()) as Record<string, string>;
}

function isAlive(pid: number | undefined): boolean {
  try {
    return process.kill(pid as number, 0);
  } catch {
    return false;
  }
}

describe('startSuite', () => {
  it('gives credentials with the address of this start, in a file for its owner alone', async () => {
    const { credentials } = await start();
    expect(credentials).toEqual({
      url: `http://127.0.0.1:${port}`,
      email: 'e',
      password: 'p',
      api_key: 'k',
    });
    const file = join(home, 'credentials.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(credentials);
    expect((await stat(join(home, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it("hands on a person's settings, and a secret only to the service that needs it", async () => {
    await start({
      env: { PATH: process.env.PATH, EMBEDDING_MODEL: 'm', EMBEDDING_API_KEY: 's', PORT: '1' },
    });
    const gateway = await readEnvironment(0);
    const rag = await readEnvironment(2);
    expect(rag).toMatchObject({ EMBEDDING_MODEL: 'm', EMBEDDING_API_KEY: 's', HOST: '127.0.0.1' });
    expect(gateway).toMatchObject({ EMBEDDING_MODEL: 'm', PORT: `${port}` });
    expect(gateway).not.toHaveProperty('EMBEDDING_API_KEY');
    expect(rag).not.toHaveProperty('BETTER_AUTH_SECRET');
    expect(rag.INTERNAL_SIGNING_KEY).not.toBe(gateway.INTERNAL_SIGNING_KEY);
    expect(rag.INTERNAL_JWKS).not.toContain('"d"');
    expect(rag.INTERNAL_JWKS).toBe(gateway.INTERNAL_JWKS);
  });

  it.each(['rag', 'postgres'] as const)('brings %s back after it was killed', async (name) => {
    const { processes } = await start();
    const before = processes[name].pid;
    await processes[name].kill();
    await processes[name].whenRunning();
    expect(processes[name].pid).not.toBe(before);
    expect(reports).toEqual([
      `${name} ended unexpectedly (SIGKILL); starting it again.`,
      `${name} is back.`,
    ]);
  });

  it('leaves a process down that was stopped, until it is started', async () => {
    const { processes } = await start();
    await processes.rag.stop();
    await expect(readEnvironment(2)).rejects.toThrow('fetch failed');
    await processes.rag.start();
    expect(await readEnvironment(2)).toHaveProperty('BLOB_DIR');
  });

  it('leaves nothing running after stop, and lets the next one start', async () => {
    const { processes, stop } = await start();
    const pids = Object.values(processes).map(({ pid }) => pid);
    await stop();
    expect(pids.filter(isAlive)).toEqual([]);
    await start();
  });

  it('refuses a home in which a suite runs', async () => {
    await start();
    const second = startSuite({ home, port: port + 100, services: fakeServices });
    await expect(second).rejects.toThrow(`A suite already runs in ${home}`);
  });

  it('refuses a taken port before it starts anything', async () => {
    const other = createServer().listen(port + 2, '127.0.0.1');
    await once(other, 'listening');
    try {
      await expect(start()).rejects.toThrow(`Port ${port + 2}, meant for rag, is taken.`);
    } finally {
      other.close();
    }
  });

  it('stops all and tells the last words of a service that does not start', async () => {
    const env = { PATH: process.env.PATH, FAIL_TO_START: '1' };
    await expect(start({ env })).rejects.toThrow(
      /ended while starting:\n(.*\n)*the cupboard is bare/,
    );
    await start();
  });

  it('gives up a start when asked to', async () => {
    const stopping = new AbortController();
    const starting = start({ signal: stopping.signal });
    stopping.abort();
    await expect(starting).rejects.toThrow();
    await start();
  });

  it('ends by itself when its parent is killed, and its home can be used again', async () => {
    const script = fileURLToPath(new URL('__fixtures__/start-and-wait.ts', import.meta.url));
    const parent = spawn(process.execPath, [script, home, `${port}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = await once(parent.stdout, 'data');
    const pids = JSON.parse(String(printed)) as number[];
    expect(pids.filter(isAlive)).toHaveLength(3);
    parent.kill('SIGKILL');
    await eventually(() => !pids.some(isAlive));
    await start();
  });
});
