import type { Duplicate, FoundChunk, ParsedSearchRequest } from '@lectern/contracts';
import type { Analyzer, WeightedTerm } from '@lectern/retrieval';
import { findHighlights } from './find-highlights.ts';
import type { LoadedChunk, Neighbour } from './load-chunks.ts';
import { readDocumentDate } from './own-date.ts';
import type { RankedChunk, SearchState } from './search-state.ts';
import { toPages } from './to-pages.ts';
import { toScores } from './to-scores.ts';

export interface FoundChunkContext {
  readonly request: ParsedSearchRequest;
  readonly state: Pick<SearchState, 'relevance'>;
  readonly terms: readonly WeightedTerm[];
  /** By revision. */
  readonly neighbours: ReadonlyMap<string, readonly Neighbour[]>;
  readonly analyzer: Analyzer;
}

/** Converts a result to the API's form, with the requested parts. */
export function toFoundChunk(
  entry: RankedChunk,
  { request, state, terms, neighbours, analyzer }: FoundChunkContext,
): FoundChunk {
  const { chunk, score } = entry;
  const { date, source } = readDocumentDate(chunk);
  return {
    id: chunk.id,
    text: chunk.text,
    ...(chunk.edit_id && { corrected: true }),
    document_id: chunk.document_id,
    document_title: chunk.title,
    collection_name: chunk.collection_name,
    score,
    position: chunk.position,
    ...(request.include_metadata && {
      metadata: {
        ...chunk.metadata,
        page: chunk.page,
        pages: toPages(chunk),
        section: joinPath(chunk.section),
        ...(chunk.sections && {
          sections: chunk.sections.map(({ start, section }) => ({
            start,
            section: joinPath(section),
          })),
        }),
        start: chunk.start_offset,
        end: chunk.end_offset,
        file_name: chunk.file_name,
        mime_type: chunk.mime_type,
        version: chunk.version,
        external_id: chunk.external_id,
        url: chunk.url,
        created_at: chunk.created_at.toISOString(),
        document_date: date.toISOString(),
        date_source: source,
      },
      scores: toScores(state, entry),
    }),
    ...(entry.newer && {
      newer_version: {
        id: entry.newer.id,
        document_id: entry.newer.document_id,
        document_title: entry.newer.title,
      },
    }),
    ...(entry.places && { duplicates: entry.places.map(toPlace) }),
    ...(request.highlight && {
      highlights: findHighlights(chunk.text, terms, analyzer).map((highlight) => ({
        ...highlight,
        ...(chunk.sections && { section: sectionAt(chunk, highlight.start) }),
      })),
    }),
    ...(request.surrounding > 0 && {
      surrounding: (neighbours.get(chunk.revision) ?? [])
        .filter(
          ({ position }) =>
            position !== chunk.position &&
            Math.abs(position - chunk.position) <= request.surrounding,
        )
        .map(({ id, position, text }) => ({ id, position, text })),
    }),
  };
}

/** Returns the heading path of an offset in the chunk's text. */
function sectionAt(chunk: LoadedChunk, offset: number): string | null {
  const at = chunk.start_offset + offset;
  return joinPath(
    (chunk.sections ?? []).findLast(({ start }) => start <= at)?.section ?? chunk.section,
  );
}

function joinPath(section: readonly string[]): string | null {
  return section.join(' > ') || null;
}

/** Further places of the same text. */
function toPlace({ chunk }: RankedChunk): Duplicate {
  return {
    id: chunk.id,
    document_id: chunk.document_id,
    document_title: chunk.title,
    collection_name: chunk.collection_name,
    page: chunk.page,
    start: chunk.start_offset,
    end: chunk.end_offset,
  };
}
