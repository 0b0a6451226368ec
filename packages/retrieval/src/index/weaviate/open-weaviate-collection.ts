import type { HybridIndex } from '../hybrid-index.ts';
import { collectionNameOf } from './collection-name.ts';
import { createMissingCollection } from './collection-schema.ts';
import { connectToWeaviate } from './connect-to-weaviate.ts';
import { ServerWatch } from './server-watch.ts';
import type { WeaviateClient } from './weaviate-client.ts';
import { translateWeaviateError } from './weaviate-errors.ts';
import { WeaviateIndex } from './weaviate-index.ts';
import type { WeaviateIndexOptions } from './weaviate-options.ts';

/** What `openWeaviateIndex` does once the client is loaded. */
export async function openWeaviateCollection(options: WeaviateIndexOptions): Promise<HybridIndex> {
  const { server, dimensions, mode } = options;
  const name = collectionNameOf(options.generation);
  let client: WeaviateClient | undefined;
  try {
    client = await connectToWeaviate(server);
    if (mode === 'write') await createMissingCollection(client, name);
    return new WeaviateIndex({ client, name, dimensions, mode, watch: new ServerWatch(server) });
  } catch (error) {
    await client?.close();
    throw translateWeaviateError(error);
  }
}
