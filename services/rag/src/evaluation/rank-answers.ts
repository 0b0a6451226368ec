import type { FoundChunk } from '@lectern/contracts';
import type { StoredAnswer } from './load-answers.ts';

interface Place {
  readonly document_id: string;
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** Undefined where it is unknown. */
  readonly version: number | undefined;
}

/**
 * Returns the results as ids for the metrics, best first: the right answers that a result or
 * another place of its words matches, else its own id. If only whole documents are right, documents
 * are ranked, each by its best passage.
 */
export function rankAnswers(
  chunks: readonly FoundChunk[],
  answers: readonly StoredAnswer[],
): string[] {
  const ranksPassages = answers.some(({ start_offset }) => start_offset !== null);
  const ids = chunks.flatMap((chunk) => {
    const places = listPlaces(chunk);
    const given = answers.filter((answer) => places.some((place) => gives(place, answer)));
    if (given.length > 0) return given.map(({ id }) => id);
    return [ranksPassages ? chunk.id : chunk.document_id];
  });
  return [...new Set(ids)];
}

function listPlaces({ document_id, metadata, duplicates = [] }: FoundChunk): Place[] {
  const own = {
    document_id,
    start: metadata?.start,
    end: metadata?.end,
    version: metadata?.version,
  };
  return [own, ...duplicates.map((other) => ({ ...other, version: undefined }))];
}

/** A passage that was marked in another version counts as its whole document. */
function gives(place: Place, answer: StoredAnswer): boolean {
  if (place.document_id !== answer.document_id) return false;
  const { start_offset: start, end_offset: end } = answer;
  const version = place.version ?? answer.current_version;
  if (start === null || end === null || version !== answer.version) return true;
  return (place.start ?? 0) < end && start < (place.end ?? 0);
}
