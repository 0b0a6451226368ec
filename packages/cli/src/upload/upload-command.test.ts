import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeGateway, refusal } from '../../test/fake-gateway.ts';
import { run } from '../../test/run.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-upload-'));
  await mkdir(join(folder, 'rules'));
  await mkdir(join(folder, '.git'));
  await writeFile(join(folder, 'a.txt'), 'alpha');
  await writeFile(join(folder, 'rules', 'b.md'), 'beta');
  await writeFile(join(folder, '.git', 'config'), 'hidden');
  await symlink('/etc/hostname', join(folder, 'link.txt'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('lectern upload', () => {
  it('uploads a folder into a tree of collections that it makes', async () => {
    await using gateway = await FakeGateway.start();
    const { exitCode, output } = await run(gateway, 'upload', folder, '-c', 'Team/Handbook');
    expect(output).toBe('2 files, 2 ready, 0 known before, 0 failed\n');
    expect(exitCode).toBe(0);
    const [team, handbook] = gateway.collections;
    expect(team).toMatchObject({ name: 'Team', parent_id: null });
    expect(handbook).toMatchObject({ name: 'Handbook', parent_id: team?.id });
    // Files are uploaded at the same time, in no fixed order.
    expect(gateway.documents.map(({ title, text }) => [title, text]).toSorted()).toEqual([
      ['a.txt', 'alpha'],
      ['b.md', 'beta'],
    ]);
    expect(new Set(gateway.documents.map(({ collection_id }) => collection_id))).toEqual(
      new Set([handbook?.id]),
    );
  });

  it('adds nothing when it is run again', async () => {
    await using gateway = await FakeGateway.start();
    await run(gateway, 'upload', folder, '-c', 'Handbook');
    const { output } = await run(gateway, 'upload', folder, '-c', 'Handbook');
    expect(output).toBe('2 files, 2 ready, 2 known before, 0 failed\n');
    expect(gateway.collections).toHaveLength(1);
    expect(gateway.documents).toHaveLength(2);
  });

  it('finds a collection by its name however it is typed', async () => {
    await using gateway = await FakeGateway.start();
    await run(gateway, 'upload', folder, '-c', 'Caf\u00e9');
    const { exitCode } = await run(gateway, 'upload', folder, '-c', 'Cafe\u0301');
    expect(exitCode).toBe(0);
    expect(gateway.collections.map(({ name }) => name)).toEqual(['Caf\u00e9']);
  });

  it('tells which files failed and why, and ends with 1', async () => {
    await using gateway = await FakeGateway.start();
    await writeFile(join(folder, 'rules', 'c.pdf'), 'broken');
    const { exitCode, output } = await run(gateway, 'upload', folder, '-c', 'Handbook');
    expect(exitCode).toBe(1);
    expect(output).toBe(
      '3 files, 2 ready, 0 known before, 1 failed\n  rules/c.pdf: unreadable: It cannot be read.\n',
    );
  });

  it('goes on after a file that is refused', async () => {
    await using gateway = await FakeGateway.start();
    const id = '33333333-3333-4333-8333-333333333333';
    gateway.collections.push({ id, name: 'Handbook', parent_id: null });
    gateway.answerOnce(`POST /api/collections/${id}/documents`, refusal(413, 'too_large'));
    const { exitCode, output } = await run(
      gateway,
      'upload',
      folder,
      '-c',
      'Handbook',
      '--concurrency',
      '1',
    );
    expect(exitCode).toBe(1);
    expect(output).toContain('2 files, 1 ready');
    expect(output).toContain('a.txt: too_large: message of too_large');
  });

  it('waits and tries again while the suite is busy', async () => {
    await using gateway = await FakeGateway.start();
    const id = '33333333-3333-4333-8333-333333333333';
    gateway.collections.push({ id, name: 'Handbook', parent_id: null });
    for (const status of [429, 503]) {
      const code = status === 429 ? 'rate_limited' : 'service_unavailable';
      gateway.answerOnce(`POST /api/collections/${id}/documents`, {
        status,
        body: { error: { code, message: 'm', request_id: 'r', details: { retry_after: 0 } } },
      });
    }
    const { exitCode, output } = await run(gateway, 'upload', folder, '-c', 'Handbook');
    expect(output).toBe('2 files, 2 ready, 0 known before, 0 failed\n');
    expect(exitCode).toBe(0);
  });

  it('gives up at once when the key may not write', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce('POST /api/collections', refusal(403, 'forbidden'));
    const { exitCode, notes } = await run(gateway, 'upload', folder, '-c', 'Handbook');
    expect(exitCode).toBe(1);
    expect(notes).toContain('(forbidden)');
  });

  it('uploads single files, with the password of encrypted ones, and tells it as JSON', async () => {
    await using gateway = await FakeGateway.start();
    const files = [join(folder, 'a.txt'), join(folder, 'rules', 'b.md')];
    const command = ['upload', ...files, '-c', 'Handbook', '--password', 'sesame', '--json'];
    const { exitCode, output } = await run(gateway, ...command);
    expect(exitCode).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ files: 2, ready: 2, failed: [] });
    expect(gateway.documents.map(({ title }) => title).sort()).toEqual(['a.txt', 'b.md']);
  });

  it('sends the rest when a folder and a file cannot be read', async () => {
    await using gateway = await FakeGateway.start();
    const deep = join(folder, 'deep');
    const closed = join(folder, 'closed.txt');
    await mkdir(deep);
    await writeFile(closed, 'Not for this user.');
    for (const path of [deep, closed]) await chmod(path, 0o000);
    const { exitCode, output } = await run(gateway, 'upload', folder, '-c', 'Handbook');
    await chmod(deep, 0o700);
    await rm(closed);
    const isRoot = process.getuid?.() === 0;
    expect(output).toContain(isRoot ? '3 ready' : '2 ready');
    if (!isRoot) {
      expect(exitCode).toBe(1);
      expect(output).toContain('closed.txt');
      expect(output).toContain('deep: this folder cannot be read here');
    }
  });

  it('refuses what is not there', async () => {
    await using gateway = await FakeGateway.start();
    const path = join(folder, 'none');
    const { exitCode, notes } = await run(gateway, 'upload', path, '-c', 'Handbook');
    expect(exitCode).toBe(1);
    expect(notes).toBe(`${path} is not a file or folder.\n`);
  });
});
