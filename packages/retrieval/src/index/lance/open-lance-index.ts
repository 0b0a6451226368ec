import type { HybridIndex } from '../hybrid-index.ts';
import type { LanceIndexOptions } from './lance-options.ts';

/**
 * Opens one index version of the index in a folder. Loads the engine first: who uses another index
 * does not pay for this one.
 *
 * @throws IndexUnavailableError when the folder cannot be used, or already has a writer.
 */
export async function openLanceIndex(options: LanceIndexOptions): Promise<HybridIndex> {
  const { openLanceStore } = await import('./open-lance-store.ts');
  return openLanceStore(options);
}
