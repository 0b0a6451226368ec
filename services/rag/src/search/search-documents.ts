import type { FoundChunk, ParsedSearchRequest, Principal, Warning } from '@lectern/contracts';
import { searchChunks } from './search-chunks.ts';
import type { SearchDependencies } from './search-state.ts';

/** Passages of a search by their documents, both best first. */
export interface FoundDocuments {
  readonly documents: readonly (readonly [id: string, passages: readonly FoundChunk[]])[];
  readonly warnings: readonly Warning[];
  readonly denseWeight: number;
}

/** Passages searched; a few for each of the documents wanted. */
export const passagesSearched = 100;
/** Candidates of each recall, one after the other, until enough documents are among them. */
const recallSizes = [100, 400, 1_600];

/**
 * What answers and articles alike rest on, so that a question is answered from the same passages at
 * every door. Long documents may fill a recall, so it is widened while it is full.
 */
export async function searchDocuments(
  search: SearchDependencies,
  principal: Principal,
  request: ParsedSearchRequest,
  { documents: wanted, signal }: { readonly documents: number; readonly signal: AbortSignal },
): Promise<FoundDocuments> {
  let found: FoundDocuments = { documents: [], warnings: [], denseWeight: 0 };
  for (const recallSize of recallSizes) {
    const { response, denseWeight, isExhausted } = await searchChunks(search, principal, request, {
      documents: wanted,
      recallSize,
      signal,
    });
    const documents = [...Map.groupBy(response.chunks, (chunk) => chunk.document_id)];
    found = { documents, warnings: response.warnings, denseWeight };
    if (documents.length >= wanted || isExhausted) break;
  }
  return found;
}

/** The passages of all documents, best first; of equals the one that is read first. */
export function listBestPassages({ documents }: Pick<FoundDocuments, 'documents'>): FoundChunk[] {
  return documents
    .flatMap(([, passages]) => passages.toSorted((a, b) => a.position - b.position))
    .toSorted((a, b) => b.score - a.score);
}
