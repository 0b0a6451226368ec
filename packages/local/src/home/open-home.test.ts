import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openHome } from './open-home.ts';
import { issuers } from './secrets.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-home-'));
});
afterEach(() => rm(folder, { recursive: true }));

const writeLock = (owner: object) => writeFile(join(folder, 'lock.json'), JSON.stringify(owner));

describe('openHome', () => {
  it('makes secrets once and keeps them, for their owner alone', async () => {
    const path = join(folder, 'new');
    const first = await openHome(path);
    await first.lock.release();
    const second = await openHome(path);
    expect(second.secrets).toEqual(first.secrets);
    expect(new Set(Object.values(first.secrets.signingKeys).map(({ d }) => d)).size).toBe(
      issuers.length,
    );
    expect((await stat(join(path, 'secrets.json'))).mode & 0o777).toBe(0o600);
    for (const folder of ['', 'blobs', 'index', 'literature', 'logs']) {
      expect((await stat(join(path, folder))).mode & 0o777).toBe(0o700);
    }
  });

  it('lets one process in at a time', async () => {
    const { lock } = await openHome(folder);
    await expect(openHome(folder)).rejects.toThrow(
      `A suite already runs in ${folder} (process ${process.pid}).`,
    );
    await lock.release();
    await (await openHome(folder)).lock.release();
  });

  it('lets one in when several come at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => openHome(folder)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('waits for an owner that is leaving', async () => {
    const first = await openHome(folder);
    await first.lock.announceRelease();
    const second = openHome(folder);
    await first.lock.release();
    expect((await second).lock.wasAbandoned).toBe(false);
  });

  it('takes over the lock of a process that is gone', async () => {
    const { pid } = spawnSync('true');
    await writeLock({ pid, startedAt: '', token: 't' });
    const { lock } = await openHome(folder);
    expect(lock.wasAbandoned).toBe(true);
  });

  it('takes over a lock whose process number belongs to another process now', async () => {
    await writeLock({ pid: process.pid, startedAt: 'long ago', token: 't' });
    const { lock } = await openHome(folder);
    expect(lock.wasAbandoned).toBe(true);
  });

  it('says at once why a home cannot be written', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    await expect(openHome(join(file, 'home'))).rejects.toThrow(
      `LECTERN_HOME ${join(file, 'home')} cannot be made: it is a file, not a folder.`,
    );
  });

  it('refuses a home of another format and gives its lock back', async () => {
    await writeFile(join(folder, 'version.json'), '{"format":99}');
    await expect(openHome(folder)).rejects.toThrow(`${folder} has format 99`);
    await expect(readFile(join(folder, 'lock.json'))).rejects.toThrow('ENOENT');
  });
});
