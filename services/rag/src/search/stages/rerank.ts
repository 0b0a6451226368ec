import type { Warning } from '@lectern/contracts';
import { RerankerBusyError, RerankerUnavailableError } from '@lectern/retrieval';
import { withinTime } from '@lectern/service';
import type { RankedChunk, SearchRun, SearchStage } from '../search-state.ts';

/**
 * The order of a reranker, over the best candidates of the fusion. Without an answer in its share
 * of the time the order stays that of the fusion, with a warning.
 */
export const rerankStage: SearchStage = {
  name: 'rerank',
  async run(state, run) {
    const { request, dependencies } = run;
    if (!request.rerank || state.ranked.length === 0) return state;
    const { reranker, settings } = dependencies;
    const maxRead = Math.max(settings.rerankCandidates, request.limit);
    const read = state.ranked.slice(0, maxRead);
    const scores = await score(run, read);
    if ('code' in scores) return { ...state, warnings: [...state.warnings, scores] };
    const ranked = read
      .map((entry, at) => ({ ...entry, score: scores[at] ?? 0 }))
      .toSorted((a, b) => b.score - a.score || a.candidate.rank - b.candidate.rank)
      .map((entry, at) => ({ ...entry, rerank: { score: entry.score, rank: at + 1 } }));
    const reason = `not among the ${maxRead} that ${reranker.id} reads`;
    const left = state.ranked.slice(maxRead);
    return {
      ...state,
      ranked,
      removed: [
        ...state.removed,
        ...left.map(({ chunk }) => ({ id: chunk.id, stage: 'rerank', reason })),
      ],
    };
  },
};

class TooSlowError extends Error {
  override readonly name = 'TooSlowError';
}

const toTooSlow = (cause: unknown) => new TooSlowError('the reranker took too long', { cause });

async function score(
  { dependencies, query, signal }: SearchRun,
  ranked: readonly RankedChunk[],
): Promise<readonly number[] | Warning> {
  const { reranker, settings } = dependencies;
  const texts = ranked.map(({ chunk }) => [chunk.title, ...chunk.section, chunk.text].join('\n'));
  const { rerankTimeoutMs: timeoutMs } = settings;
  const limit = { signal, timeoutMs, late: toTooSlow };
  try {
    return await withinTime(limit, (inTime) =>
      reranker.rerank(query.text, texts, { signal: inTime, timeoutMs }),
    );
  } catch (error) {
    if (error instanceof TooSlowError || error instanceof RerankerBusyError) {
      return {
        code: 'rerank_timeout',
        message: 'The reranker did not answer in time; the order is by fusion.',
      };
    }
    if (!(error instanceof RerankerUnavailableError)) throw error;
    return {
      code: 'rerank_unavailable',
      message:
        reranker.id === 'none'
          ? 'No reranker is set up; the order is by fusion.'
          : 'The reranker is not available; the order is by fusion.',
    };
  }
}
