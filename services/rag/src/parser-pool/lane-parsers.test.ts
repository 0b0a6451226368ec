import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { TemporaryFiles } from '../parsing/__fixtures__/temporary-files.ts';
import { parserPids } from './__fixtures__/parser-pids.ts';
import { lightTimeMs, openLaneParsers } from './lane-parsers.ts';
import type { ParserPool } from './parser-pool.ts';

const files = new TemporaryFiles();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => files.remove());

const note = async () => ({ path: await files.write('A short note.'), fileName: 'note.txt' });

/** Starts to parse a note in a process that is stopped until it is continued. */
async function readStopped(pool: ParserPool) {
  await pool.parse(await note());
  const pid = Number(parserPids()[0]);
  process.kill(pid, 'SIGSTOP');
  return { pid, parsed: pool.parse(await note()) };
}

describe('the light lane', () => {
  const open = () =>
    openLaneParsers(
      {
        PARSER_PROCESSES: 1,
        PARSE_TIMEOUT_MS: 50_000,
        PARSE_MEMORY_MB: 1024,
      },
      { logger: { info() {}, warn() {} } },
      (close) => closing.push(close),
    );

  it('keeps a light file that a busy machine keeps waiting for more than its time', async () => {
    const { light } = await open();
    const { pid, parsed } = await readStopped(light);
    await delay(1.25 * lightTimeMs);
    process.kill(pid, 'SIGCONT');
    expect((await parsed).text).toBe('A short note.');
  });

  it('leaves a file to the heavy lane that nothing moves, so that its place is free in seconds', async () => {
    const { light } = await open();
    const started = performance.now();
    const { parsed } = await readStopped(light);
    await expect(parsed).rejects.toMatchObject({ code: 'time_limit' });
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
