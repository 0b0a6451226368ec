import type { FoundChunk } from '@lectern/contracts';
import type { JudgedPassage } from './judged-file.ts';

/** Two passages that share this much of both together are judged as one. */
const sameShare = 0.5;

interface Place {
  readonly document_id: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Which of a question's pooled passages a found one is: the one with which it, or a further place
 * of its words, shares most, so that judgements outlive another cut into chunks. Of another version
 * of the document it is the one with the same words. Undefined where none is it.
 */
export function findJudged(
  chunk: FoundChunk,
  pooled: readonly JudgedPassage[],
): JudgedPassage | undefined {
  const { document_id, metadata, duplicates = [] } = chunk;
  const own = { document_id, start: metadata?.start ?? 0, end: metadata?.end ?? 0 };
  const places: readonly Place[] = [own, ...duplicates];
  let best: JudgedPassage | undefined;
  let bestShare = 0;
  for (const passage of pooled) {
    const isOtherVersion =
      passage.document_id === document_id && passage.version !== metadata?.version;
    const share = isOtherVersion
      ? Number(passage.passage === chunk.text)
      : Math.max(...places.map((place) => measureShare(place, passage)));
    if (share >= sameShare && share > bestShare) {
      best = passage;
      bestShare = share;
    }
  }
  return best;
}

/** What two places have in common, of what they cover together. */
function measureShare(one: Place, other: Place): number {
  if (one.document_id !== other.document_id) return 0;
  const common = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  const together = Math.max(one.end, other.end) - Math.min(one.start, other.start);
  return common > 0 ? common / together : 0;
}
