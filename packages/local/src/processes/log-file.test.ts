import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LogFile } from './log-file.ts';

const megabyte = 'x'.repeat(1024 * 1024);
let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-log-'));
  path = join(folder, 'logs', 'rag.log');
});
afterEach(() => rm(folder, { recursive: true }));

describe('LogFile', () => {
  it('appends to what an earlier run wrote, for its owner alone', async () => {
    for (const line of ['first', 'second']) {
      const log = new LogFile(path);
      log.write(line);
      log.close();
    }
    expect(await readFile(path, 'utf8')).toBe('first\nsecond\n');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('keeps at most twice ten megabytes, the newest lines among them', async () => {
    const log = new LogFile(path);
    for (let count = 0; count < 25; count += 1) log.write(megabyte);
    log.write('newest');
    log.close();
    const sizes = await Promise.all(
      [path, `${path}.1`].map(async (file) => (await stat(file)).size),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(10 * 1024 * 1024);
    expect((await readFile(path, 'utf8')).endsWith('newest\n')).toBe(true);
  });
});
