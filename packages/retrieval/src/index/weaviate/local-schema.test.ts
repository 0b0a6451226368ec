import { describe, expect, it } from '@jest/globals';
import { listenOnFreePort } from '@lectern/testing';
import { IndexUnavailableError } from '../index-errors.ts';
import { isKnown } from './local-schema.ts';

describe("a node's own schema", () => {
  const name = { collection: 'Chunks', tenant: 'complete' };
  const { signal } = new AbortController();

  /** A node that lists a tenant or not, and is ready or not. */
  const startNode = (node: { isReady: boolean; isListed: () => boolean }) =>
    listenOnFreePort(({ url = '' }, response) => {
      const [isOk, otherwise] = url.endsWith('/ready')
        ? [node.isReady, 503]
        : [node.isListed(), 404];
      response.writeHead(isOk ? 200 : otherwise).end();
    });

  it('is not judged while the node starts', async () => {
    const node = { isReady: false, isListed: () => false };
    await using server = await startNode(node);
    await expect(
      isKnown({ url: server.url, grpcUrl: server.url }, name, signal),
    ).rejects.toBeInstanceOf(IndexUnavailableError);
    node.isReady = true;
    expect(await isKnown({ url: server.url, grpcUrl: server.url }, name, signal)).toBe(false);
  });

  it('is read again when the node has become ready meanwhile', async () => {
    let asked = 0;
    await using server = await startNode({ isReady: true, isListed: () => ++asked > 1 });
    expect(await isKnown({ url: server.url, grpcUrl: server.url }, name, signal)).toBe(true);
  });
});
