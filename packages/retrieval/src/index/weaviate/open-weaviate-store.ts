import type { HybridIndex } from '../hybrid-index.ts';
import { IndexUnavailableError } from '../index-errors.ts';
import { translateWeaviateError } from './weaviate-errors.ts';
import { WeaviateIndex } from './weaviate-index.ts';
import { WeaviateNodes } from './weaviate-nodes.ts';
import type { WeaviateIndexOptions } from './weaviate-options.ts';
import { createMissingCollection } from './weaviate-schema.ts';
import { collectionNameOf } from './weaviate-store-name.ts';

/** Opens the index after the client was loaded. */
export async function openWeaviateStore(options: WeaviateIndexOptions): Promise<HybridIndex> {
  const { server, dimensions, mode } = options;
  const name = collectionNameOf(options.indexVersion);
  const nodes = new WeaviateNodes(server);
  try {
    await nodes.ask(async (client) => {
      if (mode === 'write') await createMissingCollection(client, name, server.replicationFactor);
    });
    return new WeaviateIndex({ nodes, name, dimensions, mode });
  } catch (error) {
    await nodes.close();
    throw nameReason(translateWeaviateError(error));
  }
}

/**
 * Adds the cause to the message, so that a failed start names it in one line: a wrong key, a
 * missing node.
 */
function nameReason(error: Error): Error {
  const { message, cause } = error;
  if (!(error instanceof IndexUnavailableError && cause instanceof Error)) return error;
  return new IndexUnavailableError(`${message} ${cause.message}`, { cause });
}
