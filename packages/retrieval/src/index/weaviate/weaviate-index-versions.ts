import type { IndexVersions } from '../index-versions.ts';
import type { WeaviateClient } from './weaviate-client.ts';
import { translateWeaviateError } from './weaviate-errors.ts';
import type { WeaviateServer } from './weaviate-options.ts';
import { collectionNameOf, findIndexVersion } from './weaviate-store-name.ts';

/**
 * Lists and drops the index versions on a Weaviate server, including those of other sites. Loads
 * the client and connects for each call: calls are rare.
 */
export function createWeaviateIndexVersions({
  server,
}: {
  readonly server: WeaviateServer;
}): IndexVersions {
  return {
    list: (prefix) =>
      withClient(server, async ({ collections }) =>
        (await collections.listAll())
          .flatMap(({ name }) => findIndexVersion(name) ?? [])
          .filter((name) => name.startsWith(prefix)),
      ),
    drop: (indexVersion) =>
      withClient(server, ({ collections }) => collections.delete(collectionNameOf(indexVersion))),
  };
}

async function withClient<Result>(
  server: WeaviateServer,
  work: (client: WeaviateClient) => Promise<Result>,
): Promise<Result> {
  const { WeaviateNodes } = await import('./weaviate-nodes.ts');
  const nodes = new WeaviateNodes(server);
  try {
    return await nodes.ask(work);
  } catch (error) {
    throw translateWeaviateError(error);
  } finally {
    await nodes.close();
  }
}
