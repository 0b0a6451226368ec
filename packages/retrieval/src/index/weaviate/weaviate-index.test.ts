import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { type IndexProcess, startIndexProcess } from '../../../test/start-index-process.ts';
import { TcpGate } from '../../../test/tcp-gate.ts';
import { IndexUnavailableError } from '../index-errors.ts';
import { describeHybridIndex } from '../suite/hybrid-index.suite.ts';
import { chunk, compass } from '../suite/sample-chunks.ts';
import type { HybridIndexUnderTest } from '../suite/site-under-test.ts';
import { openWeaviateIndex } from './open-weaviate-index.ts';
import { createWeaviateIndexVersions } from './weaviate-index-versions.ts';
import type { WeaviateIndexOptions, WeaviateServer } from './weaviate-options.ts';
import { collectionNameOf } from './weaviate-store-name.ts';

const { WEAVIATE_URL, WEAVIATE_GRPC_URL, WEAVIATE_API_KEY } = process.env;

if (WEAVIATE_URL && WEAVIATE_GRPC_URL) {
  const server = { url: WEAVIATE_URL, grpcUrl: WEAVIATE_GRPC_URL, apiKey: WEAVIATE_API_KEY };
  describeHybridIndex('WeaviateIndex', () => createIndexUnderTest(server));
  describeKnownChunks(server);
  describeOldShape(server);
  describeWrongSettings(server);
  describeAbsence(server);
  describeLoss(server);
} else {
  describe('WeaviateIndex', () => {
    it.skip('behaves like every index (WEAVIATE_URL and WEAVIATE_GRPC_URL are not set)', () => {});
  });
}

describe('openWeaviateIndex', () => {
  it('is unavailable when no server answers', async () => {
    const server = { url: 'http://127.0.0.1:9', grpcUrl: 'http://127.0.0.1:9' };
    await expect(
      openWeaviateIndex({ server, indexVersion: 'one', dimensions: 4, mode: 'read' }),
    ).rejects.toBeInstanceOf(IndexUnavailableError);
  });
});

async function createIndexUnderTest(server: WeaviateServer): Promise<HybridIndexUnderTest> {
  const shared = { server, indexVersion: `test:${randomUUID()}`, dimensions: 4 };
  const processes: IndexProcess[] = [];
  return {
    openWriter: () => openWeaviateIndex({ ...shared, mode: 'write' }),
    openReader: () => openWeaviateIndex({ ...shared, mode: 'read' }),
    openIndexVersion: (indexVersion, mode) => openWeaviateIndex({ ...shared, indexVersion, mode }),
    indexVersions: createWeaviateIndexVersions({ server }),
    async startReaderProcess() {
      const reader = await startIndexProcess({ ...shared, mode: 'read' });
      processes.push(reader);
      return reader.asReader();
    },
    async dispose() {
      await Promise.all(processes.map((each) => each.kill()));
      await dropCollection(shared);
    },
  };
}

/** Makes a server look as if it had lost its data. */
function dropCollection({
  server,
  indexVersion,
}: {
  server: WeaviateServer;
  indexVersion: string;
}) {
  return createWeaviateIndexVersions({ server }).drop(indexVersion);
}

function describeAbsence(server: WeaviateServer): void {
  describe('a Weaviate server that goes away', () => {
    it('is unavailable soon, and used again when it is back', async () => {
      const gates = { http: new TcpGate(server.url), grpc: new TcpGate(server.grpcUrl) };
      const openGates = () => Promise.all([gates.http.open(), gates.grpc.open()]);
      const closeGates = () => Promise.all([gates.http.close(), gates.grpc.close()]);
      await openGates();
      const shared = { server, indexVersion: `test:${randomUUID()}`, dimensions: 4 };
      const index = await openWeaviateIndex({
        ...shared,
        server: { ...server, url: gates.http.url, grpcUrl: gates.grpc.url },
        mode: 'write',
      });
      const search = () => index.searchDense('acme', compass.north, firstTen);
      await index.addChunks('acme', [chunk('a')]);

      await closeGates();
      const awaySince = performance.now();
      await expect(search()).rejects.toBeInstanceOf(IndexUnavailableError);
      expect(performance.now() - awaySince).toBeLessThan(5_000);
      expect(await index.health()).toMatchObject({ ready: false });

      await openGates();
      await eventually(async () => (await search()).length === 1, { timeoutMs: 20_000 });
      await index.addChunks('acme', [chunk('b')]);
      expect(await index.countChunks('acme')).toBe(2);
      await index.close();
      await closeGates();
      await dropCollection(shared);
    });
  });
}

function describeLoss(server: WeaviateServer): void {
  describe('a Weaviate server that lost its data', () => {
    it('makes reads and writes unavailable until a writer starts anew', async () => {
      const shared = { server, indexVersion: `test:${randomUUID()}`, dimensions: 4 };
      const writer = await openWeaviateIndex({ ...shared, mode: 'write' });
      await using reader = await openForTest(shared);
      await writer.addChunks('acme', [chunk('a')]);
      await writer.markComplete(true);
      expect(await reader.index.isComplete()).toBe(true);

      await dropCollection(shared);
      const search = () =>
        reader.index.searchKeyword('acme', [{ term: 'shared', weight: 1 }], firstTen);
      await expect(search()).rejects.toBeInstanceOf(IndexUnavailableError);
      await expect(writer.addChunks('acme', [chunk('a')])).rejects.toBeInstanceOf(
        IndexUnavailableError,
      );
      expect(await reader.index.isComplete()).toBe(false);
      expect(await reader.index.health()).toMatchObject({ ready: false });

      await writer.markComplete(false);
      await writer.addChunks('acme', [chunk('a')]);
      expect(await search()).toHaveLength(1);
      expect(await reader.index.isComplete()).toBe(false);
      await writer.close();
      await dropCollection(shared);
    });
  });
}

function describeKnownChunks(server: WeaviateServer): void {
  describe('what a hit is', () => {
    it('is kept for each organisation by itself, and for no chunk that is gone', async () => {
      const shared = { server, indexVersion: `test:${randomUUID()}`, dimensions: 4 };
      const index = await openWeaviateIndex({ ...shared, mode: 'write' });
      await index.addChunks('acme', [chunk('a'), chunk('b')]);
      await index.addChunks('other', [chunk('a', { documentId: 'of-other' })]);
      const search = async (organisation: string) => {
        const hits = await index.searchDense(organisation, compass.north, firstTen);
        return hits.map(({ chunkId, documentId }) => [chunkId, documentId]);
      };
      for (let time = 0; time < 2; time += 1) {
        expect(await search('acme')).toEqual([
          ['a', 'document-of-a'],
          ['b', 'document-of-b'],
        ]);
        expect(await search('other')).toEqual([['a', 'of-other']]);
      }
      await index.deleteDocument('acme', 'document-of-a');
      expect(await search('acme')).toEqual([['b', 'document-of-b']]);
      await index.close();
      await dropCollection(shared);
    });
  });
}

function describeOldShape(server: WeaviateServer): void {
  describe('a collection that an earlier version made', () => {
    it('is made anew and incomplete, and is found whole afterwards', async () => {
      const shared = { server, indexVersion: `test:${randomUUID()}`, dimensions: 4 };
      const created = await fetch(`${server.url}/v1/schema`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.apiKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          class: collectionNameOf(shared.indexVersion),
          vectorizer: 'none',
          multiTenancyConfig: { enabled: true },
          properties: [{ name: 'chunk_id', dataType: ['text'] }],
        }),
      });
      expect(created.status).toBe(200);
      const writer = await openWeaviateIndex({ ...shared, mode: 'write' });
      expect(await writer.isComplete()).toBe(false);
      await writer.addChunks('acme', [chunk('a')]);
      expect(await writer.searchDense('acme', compass.north, firstTen)).toHaveLength(1);
      await writer.close();
      const again = await openWeaviateIndex({ ...shared, mode: 'write' });
      expect(await again.countChunks('acme')).toBe(1);
      await again.close();
      await dropCollection(shared);
    });
  });
}

function describeWrongSettings(server: WeaviateServer): void {
  describe('settings that do not fit the Weaviate server', () => {
    it('leave the index as it is where they ask for more copies than there are nodes', async () => {
      const shared = { server, indexVersion: `test:${randomUUID()}`, dimensions: 4 };
      const writer = await openWeaviateIndex({ ...shared, mode: 'write' });
      await writer.addChunks('acme', [chunk('a')]);
      await writer.close();
      const replicated = { ...shared, server: { ...server, replicationFactor: 99 } };
      await expect(openWeaviateIndex({ ...replicated, mode: 'write' })).rejects.toThrow(
        'fewer than the 99 configured copies of each chunk',
      );
      const again = await openWeaviateIndex({ ...shared, mode: 'write' });
      expect(await again.countChunks('acme')).toBe(1);
      await again.close();
      await dropCollection(shared);
    });

    it('are named with what Weaviate says, and without the key', async () => {
      const wrong = { ...server, apiKey: 'no-such-key' };
      const opened = openWeaviateIndex({
        server: wrong,
        indexVersion: `test:${randomUUID()}`,
        dimensions: 4,
        mode: 'write',
      });
      await expect(opened).rejects.toThrow(/^The search index cannot be used\. .*invalid api key/);
      await expect(opened).rejects.not.toThrow('no-such-key');
    });
  });
}

const firstTen = { limit: 10 };

async function openForTest(options: Omit<WeaviateIndexOptions, 'mode'>) {
  const index = await openWeaviateIndex({ ...options, mode: 'read' });
  return { index, [Symbol.asyncDispose]: () => index.close() };
}
