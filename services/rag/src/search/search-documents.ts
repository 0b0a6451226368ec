import {
  AppError,
  type FoundChunk,
  type ParsedSearchRequest,
  type Warning,
} from '@lectern/contracts';
import { startTimeout } from '@lectern/contracts/start-timeout';
import { withoutPlace } from '@lectern/retrieval/evidence';
import { type Asker, type Search, searchChunks } from './search-chunks.ts';
import type { SearchDependencies } from './search-state.ts';

/** Passages of a search by their documents, both best first. */
export interface FoundDocuments {
  readonly documents: readonly (readonly [id: string, passages: readonly FoundChunk[]])[];
  readonly warnings: readonly Warning[];
  readonly denseWeight: number;
  /** The query with near words in place of mistyped ones. */
  readonly searched: string;
}

/** Number of passages to search: a few for each requested document. */
export const passagesSearched = 100;
/** Candidates of each ranking, step by step, until they contain enough documents. */
const candidateCounts = [100, 400, 1_600];

/**
 * Share of the time for both searches: then the second one ends, so that time is left for its
 * purpose.
 */
const restShare = 0.8;

/**
 * Searches for the passages of answers and articles, so that every endpoint answers a question from
 * the same passages. If a question names the document to look in ("according to the handbook, …"),
 * these words find the document and not the passage, which is seldom where a document names itself:
 * then the rest of the question is searched for in the found documents as well. If this second
 * search fails, the first one counts alone, with a warning; if it is refused, a right or a
 * collection has gone meanwhile. Both share the time of one search.
 *
 * @throws AppError as a search does.
 */
export async function searchDocuments(
  search: SearchDependencies,
  request: ParsedSearchRequest,
  options: DocumentOptions,
): Promise<FoundDocuments> {
  const deadline = startTimeout(search.settings.timeoutMs);
  const restDeadline = startTimeout(search.settings.timeoutMs * restShare);
  const signal = AbortSignal.any([options.signal, deadline.signal]);
  const restSignal = AbortSignal.any([options.signal, restDeadline.signal]);
  const searchFor = (query: string, within: AbortSignal) =>
    searchOnce(search, { ...request, query }, { ...options, signal: within });
  try {
    const found = await searchFor(request.query, signal);
    const rest = withoutPlace(request.query);
    if (rest === request.query || found.documents.length === 0) return found;
    const inside = await searchFor(rest, restSignal).catch((error: unknown) => {
      const isRefused = error instanceof AppError && error.status < 500;
      if (options.signal.aborted || isRefused) throw error;
      search.logger.error({ err: error }, notSearchedInside.message);
    });
    return inside ? joinFound(found, inside) : warnOf(found, [notSearchedInside]);
  } finally {
    deadline.end();
    restDeadline.end();
  }
}

/** Passages found by the whole question are better than none. */
const notSearchedInside: Warning = {
  code: 'document_not_searched',
  message:
    'The second search, inside the documents found, failed. Passages were found with the whole question.',
};

function joinFound(found: FoundDocuments, inside: FoundDocuments): FoundDocuments {
  const documents = joinPassages(found.documents, inside.documents);
  return warnOf({ ...found, documents }, inside.warnings);
}

/** Both searches may give the same warning, such as a model that is away. */
function warnOf(found: FoundDocuments, warnings: readonly Warning[]): FoundDocuments {
  const others = warnings.filter(
    ({ code, message }) =>
      !found.warnings.some((one) => one.code === code && one.message === message),
  );
  return { ...found, warnings: [...found.warnings, ...others] };
}

interface DocumentOptions extends Asker {
  readonly documents: number;
}

/**
 * Long documents may fill a ranking, so the limit grows while it is reached. Larger searches wait
 * in the fair queue; if their turn does not come in time, what was found before counts.
 */
async function searchOnce(
  search: SearchDependencies,
  request: ParsedSearchRequest,
  { documents: wanted, principal, signal }: DocumentOptions,
): Promise<FoundDocuments> {
  let found: FoundDocuments = {
    documents: [],
    warnings: [],
    denseWeight: 0,
    searched: request.query,
  };
  for (const [step, candidateCount] of candidateCounts.entries()) {
    const options = { principal, documents: wanted, candidateCount, signal };
    const searchStep = () => searchChunks(search, request, options);
    const result = await (step === 0 ? searchStep() : queueStep(search, options, searchStep));
    if (!result) break;
    const { response, searched, denseWeight, isExhausted } = result;
    const documents = [...Map.groupBy(response.chunks, (chunk) => chunk.document_id)];
    found = { documents, warnings: response.warnings, denseWeight, searched };
    if (documents.length >= wanted || isExhausted) break;
  }
  return found;
}

/** Maximum wait for a larger search. */
const maxQueueMs = 3_000;

/** Runs a search in the fair queue. Returns undefined if its turn does not come in time. */
async function queueStep(
  { largeSearches }: SearchDependencies,
  { principal: { organisationId: owner, userId: person }, signal }: Asker,
  searchStep: () => Promise<Search>,
): Promise<Search | undefined> {
  let hasStarted = false;
  const start = () => {
    hasStarted = true;
    return searchStep();
  };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(maxQueueMs)]);
  return largeSearches.run({ owner, person, signal: inTime }, start).catch((error: unknown) => {
    if (hasStarted) throw error;
    if (signal.aborted) throw new AppError('search_timeout', undefined, { cause: error });
    return undefined;
  });
}

type Documents = FoundDocuments['documents'];

/**
 * Returns the passages of the first documents by the better of their ranks in both searches. The
 * second search does not know which document is meant: it orders the passages of each, and its best
 * counts as much as the document's best in the first.
 */
function joinPassages(documents: Documents, others: Documents): Documents {
  const inside = new Map(others);
  return documents
    .map(([id, passages]) => {
      const first = new Map(passages.map((chunk) => [chunk.id, chunk]));
      const second = new Map((inside.get(id) ?? []).map((chunk) => [chunk.id, chunk]));
      const share = bestScore(passages) / (bestScore([...second.values()]) || 1);
      const joined = [...new Map([...second, ...first]).values()].map((chunk) => {
        const rest = share * (second.get(chunk.id)?.score ?? 0);
        return withScore(chunk, Math.max(first.get(chunk.id)?.score ?? 0, rest));
      });
      return [id, joined.toSorted((a, b) => b.score - a.score)] as const;
    })
    .toSorted(([, a], [, b]) => bestScore(b) - bestScore(a));
}

function bestScore(passages: readonly FoundChunk[]): number {
  return Math.max(0, ...passages.map(({ score }) => score));
}

/** Later steps choose passages by relevance. */
function withScore(chunk: FoundChunk, score: number): FoundChunk {
  return chunk.scores
    ? { ...chunk, score, scores: { ...chunk.scores, relevance: score } }
    : { ...chunk, score };
}

/** Returns the passages of all documents, best first; equal ones in reading order. */
export function listBestPassages({ documents }: Pick<FoundDocuments, 'documents'>): FoundChunk[] {
  return documents
    .flatMap(([, passages]) => passages.toSorted((a, b) => a.position - b.position))
    .toSorted((a, b) => b.score - a.score);
}
