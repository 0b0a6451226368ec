import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { TcpGate } from '../../../test/tcp-gate.ts';
import type { HybridIndex } from '../hybrid-index.ts';
import { IndexUnavailableError } from '../index-errors.ts';
import { chunk, collect, compass } from '../suite/sample-chunks.ts';
import { openWeaviateIndex } from './open-weaviate-index.ts';
import { createWeaviateIndexVersions } from './weaviate-index-versions.ts';
import type { WeaviateServer } from './weaviate-options.ts';

const { WEAVIATE_URL, WEAVIATE_GRPC_URL, WEAVIATE_API_KEY } = process.env;

describe('a Weaviate cluster', () => {
  if (!WEAVIATE_URL || !WEAVIATE_GRPC_URL) {
    it.skip('is used node by node (WEAVIATE_URL and WEAVIATE_GRPC_URL are not set)', () => {});
    return;
  }
  const server = { url: WEAVIATE_URL, grpcUrl: WEAVIATE_GRPC_URL, apiKey: WEAVIATE_API_KEY };

  it('is searched and written to whichever node is away', async () => {
    await using cluster = await openCluster(server);
    const { index, nodes } = cluster;
    await index.addChunks('acme', [chunk('first')]);
    for (const [number, node] of nodes.entries()) {
      await node.close();
      const awaySince = performance.now();
      expect(await searchBoth(index)).toEqual([number + 1, number + 1]);
      await index.addChunks('acme', [chunk(`without ${number}`)]);
      expect(performance.now() - awaySince).toBeLessThan(10_000);
      expect(await searchBoth(index)).toEqual([number + 2, number + 2]);
      expect(await index.health()).toMatchObject({ ready: true });
      await node.open();
    }
    await index.updateCollection('acme', [chunk('first').documentId], 'elsewhere');
    const filter = { collectionIds: ['elsewhere'] };
    expect(await index.countChunks('acme', filter)).toBe(1);
    const listed = await collect(index.listChunks('acme'));
    expect(listed.map(({ chunkId }) => chunkId).toSorted()).toEqual(
      ['first', ...nodes.map((_, number) => `without ${number}`)].toSorted(),
    );
  });

  it('is opened while a node is away, and marked complete', async () => {
    await using cluster = await openCluster(server);
    const { index, nodes, options } = cluster;
    await index.addChunks('acme', [chunk('a')]);
    await nodes[0]?.close();
    const other = await openWeaviateIndex(options);
    expect(await searchBoth(other)).toEqual([1, 1]);
    expect(await other.isComplete()).toBe(false);
    await other.markComplete(true);
    expect(await index.isComplete()).toBe(true);
    await other.close();
  });

  it('is unavailable, not incomplete, while most of its nodes are away', async () => {
    await using cluster = await openCluster(server);
    const { index, nodes } = cluster;
    await index.addChunks('acme', [chunk('a')]);
    await Promise.all(nodes.slice(1).map((node) => node.close()));
    await expect(searchBoth(index)).rejects.toBeInstanceOf(IndexUnavailableError);
    expect(await index.health()).toMatchObject({ ready: false });
    await Promise.all(nodes.slice(1).map((node) => node.open()));
    await eventually(async () => (await searchBoth(index)).every((count) => count === 1), {
      timeoutMs: 20_000,
    });
  });

  it('makes an index version anew whose number of copies is another', async () => {
    const shared = { indexVersion: `test:${randomUUID()}`, dimensions: 4, mode: 'write' } as const;
    const first = await openWeaviateIndex({ ...shared, server });
    await first.addChunks('acme', [chunk('a')]);
    await first.markComplete(true);
    await first.close();
    const same = await openWeaviateIndex({
      ...shared,
      server: { ...server, replicationFactor: 1 },
    });
    expect(await same.isComplete()).toBe(true);
    expect(await same.countChunks('acme')).toBe(1);
    await same.close();
    // One node cannot hold two copies: the attempt is all that can be seen here.
    const asked = { ...server, replicationFactor: 2 };
    await expect(openWeaviateIndex({ ...shared, server: asked })).rejects.toBeInstanceOf(
      IndexUnavailableError,
    );
    await createWeaviateIndexVersions({ server }).drop(shared.indexVersion);
  });
});

/** Three proxies of one server, which can be closed one by one, like a cluster of three nodes. */
async function openCluster(server: WeaviateServer) {
  const nodes = Array.from({ length: 3 }, () => {
    const gates = [new TcpGate(server.url), new TcpGate(server.grpcUrl)] as const;
    return {
      gates,
      open: () => Promise.all(gates.map((gate) => gate.open())),
      close: () => Promise.all(gates.map((gate) => gate.close())),
    };
  });
  await Promise.all(nodes.map((node) => node.open()));
  const indexVersion = `test:${randomUUID()}`;
  const options = {
    server: {
      ...server,
      url: nodes.map(({ gates: [http] }) => http.url).join(','),
      grpcUrl: nodes.map(({ gates: [, grpc] }) => grpc.url).join(', '),
    },
    indexVersion,
    dimensions: 4,
    mode: 'write',
  } as const;
  const index = await openWeaviateIndex(options);
  return {
    index,
    options,
    nodes,
    async [Symbol.asyncDispose]() {
      await index.close();
      await Promise.all(nodes.map((node) => node.close()));
      await createWeaviateIndexVersions({ server }).drop(indexVersion);
    },
  };
}

async function searchBoth(index: HybridIndex): Promise<number[]> {
  const hits = await Promise.all([
    index.searchDense('acme', compass.north, { limit: 10 }),
    index.searchKeyword('acme', [{ term: 'shared', weight: 1 }], { limit: 10 }),
  ]);
  return hits.map(({ length }) => length);
}
