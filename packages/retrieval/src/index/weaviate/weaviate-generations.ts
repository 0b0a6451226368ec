import type { IndexGenerations } from '../index-generations.ts';
import { collectionNameOf, findGeneration } from './collection-name.ts';
import type { WeaviateClient } from './weaviate-client.ts';
import { translateWeaviateError } from './weaviate-errors.ts';
import type { WeaviateServer } from './weaviate-options.ts';

/**
 * The generations on a Weaviate server, those of other sites too. Loads the client and connects
 * for each call: calls are rare.
 */
export function createWeaviateGenerations({
  server,
}: {
  readonly server: WeaviateServer;
}): IndexGenerations {
  return {
    list: (prefix) =>
      withClient(server, async ({ collections }) =>
        (await collections.listAll())
          .flatMap(({ name }) => findGeneration(name) ?? [])
          .filter((name) => name.startsWith(prefix)),
      ),
    drop: (generation) =>
      withClient(server, ({ collections }) => collections.delete(collectionNameOf(generation))),
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
