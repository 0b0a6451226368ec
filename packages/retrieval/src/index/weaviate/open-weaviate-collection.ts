import type { HybridIndex } from '../hybrid-index.ts';
import { collectionNameOf } from './collection-name.ts';
import { createMissingCollection } from './collection-schema.ts';
import { translateWeaviateError } from './weaviate-errors.ts';
import { WeaviateIndex } from './weaviate-index.ts';
import { WeaviateNodes } from './weaviate-nodes.ts';
import type { WeaviateIndexOptions } from './weaviate-options.ts';

/** What `openWeaviateIndex` does once the client is loaded. */
export async function openWeaviateCollection(options: WeaviateIndexOptions): Promise<HybridIndex> {
  const { server, dimensions, mode } = options;
  const name = collectionNameOf(options.generation);
  const nodes = new WeaviateNodes(server);
  try {
    await nodes.ask(async (client) => {
      if (mode === 'write') await createMissingCollection(client, name, server.replicationFactor);
    });
    return new WeaviateIndex({ nodes, name, dimensions, mode });
  } catch (error) {
    await nodes.close();
    throw translateWeaviateError(error);
  }
}
