import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type IndexProcess, startIndexProcess } from '../../../test/start-index-process.ts';
import type { HybridIndex, IndexHealth } from '../hybrid-index.ts';
import { IndexUnavailableError } from '../index-errors.ts';
import { describeHybridIndex } from '../suite/hybrid-index.suite.ts';
import { chunk, compass } from '../suite/sample-chunks.ts';
import { createLanceIndexVersions } from './lance-index-versions.ts';
import { openLanceIndex } from './open-lance-index.ts';

const newDirectory = () => mkdtemp(path.join(tmpdir(), 'lectern-index-'));

describeHybridIndex('LanceIndex', async () => {
  const shared = { directory: await newDirectory(), indexVersion: 'model:4', dimensions: 4 };
  const processes: IndexProcess[] = [];
  return {
    openWriter: () => openLanceIndex({ ...shared, mode: 'write' }),
    openReader: () => openLanceIndex({ ...shared, mode: 'read' }),
    openIndexVersion: (indexVersion, mode) => openLanceIndex({ ...shared, indexVersion, mode }),
    indexVersions: createLanceIndexVersions(shared),
    async startReaderProcess() {
      const reader = await startIndexProcess({ ...shared, mode: 'read' });
      processes.push(reader);
      return reader.asReader();
    },
    async dispose() {
      await Promise.all(processes.map((each) => each.kill()));
      await rm(shared.directory, { recursive: true, force: true });
    },
  };
});

describe('openLanceIndex', () => {
  let directory: string;
  const options = () => ({ directory, indexVersion: 'one', dimensions: 4 });

  beforeEach(async () => {
    directory = await newDirectory();
  });

  afterEach(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  it('refuses a second writer in the same process', async () => {
    await using writer = await openForTest('write');
    await expect(openLanceIndex({ ...options(), mode: 'write' })).rejects.toThrow(
      'already has a writer',
    );
    expect(await writer.index.countChunks('acme')).toBe(0);
  });

  it('refuses a second writer in another process, and takes over from one that was killed', async () => {
    const writer = await startIndexProcess({ ...options(), mode: 'write' });
    await writer.call('addChunks', 'acme', [chunk('a')]);
    await expect(openLanceIndex({ ...options(), mode: 'write' })).rejects.toBeInstanceOf(
      IndexUnavailableError,
    );
    await writer.kill();
    await using next = await openForTest('write');
    expect(await next.index.countChunks('acme')).toBe(1);
  });

  it('frees the lock when it is closed', async () => {
    await (await openLanceIndex({ ...options(), mode: 'write' })).close();
    await using writer = await openForTest('write');
    expect(await writer.index.countChunks('acme')).toBe(0);
  });

  it('is not dropped while it has a writer', async () => {
    const indexVersions = createLanceIndexVersions({ directory });
    const writer = await openForTest('write');
    await writer.index.addChunks('acme', [chunk('a')]);
    await expect(indexVersions.drop('one')).rejects.toBeInstanceOf(IndexUnavailableError);
    expect(await writer.index.countChunks('acme')).toBe(1);
    await writer.index.close();
    await indexVersions.drop('one');
    expect(await readdir(directory)).toEqual([]);
  });

  it('is dropped again when that was interrupted', async () => {
    const indexVersions = createLanceIndexVersions({ directory });
    await (await openForTest('write')).index.close();
    const [folder] = await readdir(directory);
    await rename(path.join(directory, `${folder}`), path.join(directory, `dropped-${folder}`));
    expect(await indexVersions.list('on')).toEqual(['one']);
    await indexVersions.drop('one');
    expect(await readdir(directory)).toEqual([]);
  });

  it('lets index versions be written side by side, sharing nothing', async () => {
    await using one = await openForTest('write');
    const two = await openLanceIndex({ ...options(), indexVersion: 'ONE', mode: 'write' });
    await one.index.addChunks('acme', [chunk('a')]);
    expect(await two.countChunks('acme')).toBe(0);
    await two.close();
  });

  it('refuses writes to an index that was opened for reading', async () => {
    await using reader = await openForTest('read');
    await expect(reader.index.addChunks('acme', [chunk('a')])).rejects.toThrow('reading only');
  });

  it('is unavailable when its folder is gone, and says so in its health', async () => {
    await using reader = await openForTest('read');
    await rm(directory, { recursive: true });
    await expect(
      reader.index.searchDense('acme', compass.north, { limit: 1 }),
    ).rejects.toBeInstanceOf(IndexUnavailableError);
    expect(await reader.index.health()).toMatchObject({
      ready: false,
      message: expect.stringContaining('is not there'),
    });
  });

  it('optimises by itself once writing stops', async () => {
    await using writer = await openForTest('write');
    await writer.index.addChunks('acme', [chunk('a')]);
    expect(await writer.index.health()).toMatchObject({ unindexedRows: 1 });
    expect(await healthOnceOptimised(writer.index)).toMatchObject({
      ready: true,
      unindexedRows: 0,
    });
  });

  it('optimises what a writer left that ended right after its last commit', async () => {
    const writer = await startIndexProcess({ ...options(), mode: 'write' });
    await writer.call('addChunks', 'acme', [chunk('a')]);
    await writer.kill();
    await using next = await openForTest('write');
    expect(await healthOnceOptimised(next.index)).toMatchObject({ ready: true, unindexedRows: 0 });
    const [hit] = await next.index.searchKeyword('acme', [{ term: 'shared', weight: 1 }], {
      limit: 1,
    });
    expect(hit).toMatchObject({ chunkId: 'a' });
  });

  async function healthOnceOptimised(index: HybridIndex): Promise<IndexHealth> {
    const deadline = Date.now() + 10_000;
    let health = await index.health();
    while (health.unindexedRows !== 0 && Date.now() < deadline) health = await index.health();
    return health;
  }

  async function openForTest(mode: 'read' | 'write') {
    const index = await openLanceIndex({ ...options(), mode });
    return { index, [Symbol.asyncDispose]: () => index.close() };
  }
});
