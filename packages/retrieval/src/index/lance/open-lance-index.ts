import type { HybridIndex } from '../hybrid-index.ts';
import type { LanceIndexOptions } from './lance-options.ts';

/**
 * Opens one version of the index in a folder. Loads the engine first, so that users of another
 * index need not load it.
 *
 * @throws IndexUnavailableError when the folder cannot be used, or already has a writer.
 */
export async function openLanceIndex(options: LanceIndexOptions): Promise<HybridIndex> {
  const { openLanceStore } = await import('./open-lance-store.ts');
  return openLanceStore(options);
}
