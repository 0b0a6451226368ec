import type { HybridIndex } from '../hybrid-index.ts';
import type { WeaviateIndexOptions } from './weaviate-options.ts';

/**
 * Opens one version of the index on a Weaviate server. Any number of processes may write. Loads the
 * client first, so that users of another index need not load it.
 *
 * @throws IndexUnavailableError when the server cannot be used.
 */
export async function openWeaviateIndex(options: WeaviateIndexOptions): Promise<HybridIndex> {
  const { openWeaviateStore } = await import('./open-weaviate-store.ts');
  return openWeaviateStore(options);
}
