import type { HybridIndex } from '../hybrid-index.ts';

export interface LanceIndexOptions {
  /** Folder of all generations; made if it is not there. */
  readonly directory: string;
  /** Names the generation. Indexes of different generations share nothing. */
  readonly generation: string;
  /** Length of the vectors. */
  readonly dimensions: number;
  /** One process at a time may write to a generation; any number may read. */
  readonly mode: 'read' | 'write';
}

/**
 * Opens one generation of the index in a folder. Loads the engine first: who uses another index
 * does not pay for this one.
 *
 * @throws IndexUnavailableError when the folder cannot be used, or already has a writer.
 */
export async function openLanceIndex(options: LanceIndexOptions): Promise<HybridIndex> {
  const { openLanceFolder } = await import('./open-lance-folder.ts');
  return openLanceFolder(options);
}
