import { AppError, type SearchMode, type Warning } from '@lectern/contracts';
import {
  type Analyzer,
  type DenseHit,
  type Embedder,
  EmbeddingUnavailableError,
  type HybridIndex,
  type IndexFilter,
  type KeywordHit,
  type WeightedTerm,
} from '@lectern/retrieval';
import { withinTime } from '@lectern/service';
import type { IndexVersion } from '../index-versions/index-version.ts';
import type { StageClock } from './stage-clock.ts';

export interface RetrieveDependencies {
  readonly analyzer: Analyzer;
  /** `find` returns the model of an index version while another is being switched to. */
  readonly embedder: Embedder & { find?(embedderId: string): Embedder };
}

export interface CandidateQuery {
  readonly organisationId: string;
  readonly query: string;
  readonly mode: SearchMode;
  readonly limit: number;
  readonly filter: IndexFilter | undefined;
  /** Maximum wait for the query's vector; then a hybrid search continues by keyword. */
  readonly embedTimeoutMs: number;
  /** True if the search has queried the index before. */
  readonly isFollowUp: boolean;
  readonly signal: AbortSignal;
  readonly clock: StageClock;
}

export interface Candidates {
  readonly terms: readonly WeightedTerm[];
  readonly dense: readonly DenseHit[];
  readonly keyword: readonly KeywordHit[];
  readonly warnings: readonly Warning[];
}

/**
 * Queries both rankings concurrently; the query is analysed and embedded once. Without the
 * embedding model a hybrid search continues by keyword, with a warning.
 * @throws AppError `embedding_unavailable` for a dense search then.
 */
export async function retrieveCandidates(
  { analyzer, embedder: embedders }: RetrieveDependencies,
  { index, indexVersion }: { index: HybridIndex; indexVersion: IndexVersion },
  asked: CandidateQuery,
): Promise<Candidates> {
  const embedder = embedders.find?.(indexVersion.embeddingModel) ?? embedders;
  const { organisationId, query, mode, limit, filter, embedTimeoutMs } = asked;
  const { isFollowUp, signal, clock } = asked;
  const options = { limit, signal, isFollowUp, ...(filter && { filter }) };
  const terms = await clock.time('analyze', async () => analyzer.indexQuery(query));
  const warnings: Warning[] = [];
  // Most words have the same plain form in both versions.
  if (indexVersion.analyzerVersion !== analyzer.version) {
    warnings.push({ code: 'index_rebuilding', message: beingRebuilt });
  }
  const isOtherModel = indexVersion.embeddingModel !== embedder.id;

  const late = (cause: unknown) =>
    new EmbeddingUnavailableError('The embedding model took too long.', { cause });
  const embedQuery = () =>
    withinTime({ signal, timeoutMs: embedTimeoutMs, late }, (inTime) =>
      embedder.embedQuery(query, { signal: inTime }),
    );
  const searchDense = async (): Promise<DenseHit[]> => {
    if (mode === 'keyword') return [];
    try {
      if (isOtherModel) throw new EmbeddingUnavailableError(beingBuilt);
      const vector = await clock.time('embed', embedQuery);
      return await clock.time('dense', () => index.searchDense(organisationId, vector, options));
    } catch (error) {
      if (!(error instanceof EmbeddingUnavailableError)) throw error;
      if (mode === 'dense')
        throw new AppError('embedding_unavailable', undefined, { cause: error });
      warnings.push({
        code: 'embedding_unavailable',
        message: isOtherModel
          ? beingBuilt
          : 'The embedding model is not available; results are by keyword alone.',
      });
      return [];
    }
  };
  const searchKeyword = async (): Promise<KeywordHit[]> =>
    mode === 'dense'
      ? []
      : clock.time('keyword', () => index.searchKeyword(organisationId, terms, options));

  const [dense, keyword] = await Promise.all([searchDense(), searchKeyword()]);
  return { terms, dense, keyword, warnings };
}

const beingRebuilt =
  'The index is being rebuilt with a new text analysis; until then some words are not found.';
const beingBuilt =
  'The index for a new embedding model is being built; until then results are by keyword alone.';
