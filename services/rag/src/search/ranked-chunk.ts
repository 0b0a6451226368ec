import type { FusedCandidate } from '@lectern/retrieval';
import type { LoadedChunk } from './load-chunks.ts';

/** A candidate whose text was loaded, with the last stage's score. */
export interface RankedChunk {
  readonly candidate: FusedCandidate;
  readonly chunk: LoadedChunk;
  readonly score: number;
}
