import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { TemporaryFiles } from '../parsing/__fixtures__/temporary-files.ts';
import { defaultParseLimits, type ParseLimits } from '../parsing/parse-limits.ts';
import { parserPids } from './__fixtures__/parser-pids.ts';
import { forkSandboxed } from './fork-sandboxed.ts';
import { openParserPool, type ParserPool } from './parser-pool.ts';
import { describeParsersAway } from './remote-parser/remote-parser.suite.ts';
import { findSandbox } from './sandbox.ts';
import { processorMs } from './watch-usage.ts';

const files = new TemporaryFiles();
afterAll(() => files.remove());

async function withPool(
  options: {
    size: number;
    limits?: Partial<ParseLimits>;
    onWorked?: (owner: string, durationMs: number) => void;
  },
  work: (pool: ParserPool) => Promise<void>,
): Promise<void> {
  const limits = { ...defaultParseLimits, ...options.limits };
  const pool = openParserPool({ ...options, limits });
  try {
    await work(pool);
  } finally {
    await pool.close();
  }
}

const note = async () => ({ path: await files.write('A short note.'), fileName: 'note.txt' });
/** Thousands of nested quotes: slow to parse, harmless otherwise. */
const slow = async () => ({
  path: await files.write(`${'> '.repeat(12_000)}deep\n`.repeat(400)),
  fileName: 'slow.md',
});
const large = async () => ({
  path: await files.write(`[${'{"a":[1,2,3,4,5,6,7,8]},'.repeat(700_000)}{}]`),
  fileName: 'large.json',
});

describe('openParserPool', () => {
  it('reads files, and cuts them into chunks', async () => {
    await withPool({ size: 1 }, async (pool) => {
      expect((await pool.parse(await note())).text).toBe('A short note.');
      const chunking = { max_tokens: 64, overlap_tokens: 0 };
      const { chunks } = await pool.parseAndChunk(await note(), { chunking });
      expect(chunks).toMatchObject([{ text: 'A short note.', start: 0, end: 13 }]);
    });
  });

  it('uses one process for many files, and ends it', async () => {
    await withPool({ size: 1 }, async (pool) => {
      for (let file = 0; file < 5; file += 1) await pool.parse(await note());
      expect(parserPids()).toHaveLength(1);
    });
    expect(parserPids()).toEqual([]);
  });

  it('ends a file at the time limit while others go on', async () => {
    await withPool({ size: 2, limits: { timeMs: 2_000 } }, async (pool) => {
      await Promise.all([pool.parse(await note()), pool.parse(await note())]);
      let isLate = false;
      const late = expect(pool.parse(await slow()))
        .rejects.toMatchObject({ code: 'time_limit' })
        .finally(() => {
          isLate = true;
        });
      for (let file = 0; file < 10; file += 1) {
        expect((await pool.parse(await note())).text).toBe('A short note.');
      }
      expect(isLate).toBe(false);
      await late;
      expect((await pool.parse(await note())).text).toBe('A short note.');
    });
  });

  it('does not count the time that the machine gives to others', async () => {
    const timeMs = 1_000;
    await withPool({ size: 1, limits: { timeMs } }, async (pool) => {
      await pool.parse(await note());
      const pid = Number(parserPids()[0]);
      process.kill(pid, 'SIGSTOP');
      const parsed = pool.parse(await note());
      await new Promise((resolve) => setTimeout(resolve, 2 * timeMs));
      process.kill(pid, 'SIGCONT');
      expect((await parsed).text).toBe('A short note.');
    });
  });

  it('waits no longer for a small file that has worked more than readable ones of its size do', async () => {
    const deep = `${'> '.repeat(4_500)}deep\n\n`.repeat(10);
    const request = { path: await files.write(deep), fileName: 'deep.md' };
    const limits = { timeMs: 6_000, clockMs: 300_000 };
    const worked: number[] = [];
    const onWorked = (_owner: string, ms: number) => worked.push(ms);
    await withPool({ size: 1, limits, onWorked }, async (pool) => {
      await pool.parse(await note());
      const pid = Number(parserPids()[0]);
      const before = processorMs(pid) ?? 0;
      let isOver = false;
      const late = expect(pool.parse(request))
        .rejects.toMatchObject({ code: 'time_limit' })
        .finally(() => {
          isOver = true;
        });
      await eventually(() => isOver || (processorMs(pid) ?? 0) - before > 4_000, {
        timeoutMs: 50_000,
      });
      if (!isOver) process.kill(pid, 'SIGSTOP');
      await late;
      expect(worked.at(-1)).toBeLessThan(limits.timeMs);
    });
  });

  it('tells how long the processor worked for an owner, and not how long others had it', async () => {
    const worked: [string, number][] = [];
    const onWorked = (owner: string, durationMs: number) => worked.push([owner, durationMs]);
    const timeMs = 1_000;
    await withPool({ size: 1, limits: { timeMs }, onWorked }, async (pool) => {
      await pool.parse(await note());
      const pid = Number(parserPids()[0]);
      process.kill(pid, 'SIGSTOP');
      const parsed = pool.parse(await note(), { owner: 'lamps' });
      await new Promise((resolve) => setTimeout(resolve, timeMs));
      process.kill(pid, 'SIGCONT');
      await parsed;
      expect(worked.at(-1)).toEqual(['lamps', expect.any(Number)]);
      expect(worked.at(-1)?.[1]).toBeLessThan(timeMs / 2);
      const late = pool.parse(await slow(), { owner: 'lamps' });
      await expect(late).rejects.toMatchObject({ code: 'time_limit' });
      expect(worked.at(-1)?.[1]).toBeGreaterThan(timeMs / 2);
    });
  });

  it('ends a file at the memory limit while others go on', async () => {
    await withPool({ size: 2, limits: { memoryMb: 160 } }, async (pool) => {
      const huge = expect(pool.parse(await large())).rejects.toMatchObject({
        code: 'memory_limit',
      });
      for (let file = 0; file < 10; file += 1) {
        expect((await pool.parse(await note())).text).toBe('A short note.');
      }
      await huge;
      expect((await pool.parse(await note())).text).toBe('A short note.');
    });
  });

  it('stops a file that is cancelled, running or waiting', async () => {
    await withPool({ size: 1 }, async (pool) => {
      const running = new AbortController();
      const waiting = new AbortController();
      const first = pool.parse(await slow(), { signal: running.signal });
      const second = pool.parse(await note(), { signal: waiting.signal });
      const third = pool.parse(await note());
      waiting.abort(new Error('not wanted'));
      await expect(second).rejects.toThrow('not wanted');
      running.abort(new Error('stop'));
      await expect(first).rejects.toThrow('stop');
      expect((await third).text).toBe('A short note.');
    });
  });

  it('gives its processes nothing of its environment', async () => {
    process.env.DATABASE_URL = 'postgresql://secret';
    try {
      await withPool({ size: 1 }, async (pool) => {
        await pool.parse(await note());
        const [pid] = parserPids();
        expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('DATABASE_URL');
      });
    } finally {
      delete process.env.DATABASE_URL;
    }
  });

  it('refuses work after it is closed', async () => {
    const pool = openParserPool({ size: 1, limits: defaultParseLimits });
    await pool.close();
    await expect(pool.parse(await note())).rejects.toMatchObject({ code: 'internal' });
  });
});

describe('a parser process', () => {
  it('reads its own file alone, writes and starts nothing, and connects nowhere', async () => {
    const entry = new URL('__fixtures__/try-the-sandbox.ts', import.meta.url);
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const socket = `${await files.write('')}.socket`;
    const neighbour = createServer((caller) => caller.end()).listen(socket);
    await once(neighbour, 'listening');
    const sandbox = findSandbox();
    const { child, folder } = forkSandboxed(entry, { heapMb: 100 });
    try {
      const secret = await files.write('of another organisation');
      const own = join(folder, 'file');
      copyFileSync(secret, own);
      child.send({ secret, own, port, socket });
      const [outcomes] = await once(child, 'message', { signal: AbortSignal.timeout(20_000) });
      const denied = 'ERR_ACCESS_DENIED';
      expect(outcomes).toEqual({
        environment: [],
        readOwn: 'done',
        readOther: denied,
        readSettings: denied,
        listFolder: denied,
        write: denied,
        spawn: denied,
        database: 'ERR_UNKNOWN_BUILTIN_MODULE',
        worker: denied,
        // Node 24 has no permission for it: the system's namespaces, where they can be created.
        network: sandbox === 'none' ? 'done' : 'ENETUNREACH',
        // A network namespace does not close it, a file system namespace does.
        socket: sandbox === 'files' ? 'ENOENT' : 'done',
      });
    } finally {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      server.close();
      neighbour.close();
    }
    expect(existsSync(folder)).toBe(false);
  });

  it('ends before it changes how the engine runs, which can make that write files', async () => {
    const entry = new URL('__fixtures__/change-the-engine.ts', import.meta.url);
    const { child, folder } = forkSandboxed(entry, { heapMb: 100 });
    const outcomes: unknown[] = [];
    child.on('message', (outcome) => {
      outcomes.push(outcome);
      if (outcome === 'changed') child.kill('SIGKILL');
    });
    child.send({ folder });
    await once(child, 'exit', { signal: AbortSignal.timeout(20_000) });
    expect(outcomes).toEqual(['tries']);
  });
});

describeParsersAway(files);
