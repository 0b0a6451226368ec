import type { Warning } from '@lectern/contracts';
import { RerankerUnavailableError } from '@lectern/retrieval';
import { withinTime } from '@lectern/service';
import type { RankedChunk, SearchRun, SearchStage } from '../search-state.ts';

/**
 * Sorts the best candidates of the fusion by a reranker: as many as it has time for at its recent
 * pace; the others follow in their order. Past its time limit the order stays that of the fusion. A
 * warning reports both.
 */
export const rerankStage: SearchStage = {
  name: 'rerank',
  async run(state, run) {
    const { request, dependencies } = run;
    if (!request.rerank || state.ranked.length === 0) return state;
    const { reranker, settings } = dependencies;
    const maxRead = Math.max(settings.rerankCandidates, request.limit);
    const candidates = state.ranked.slice(0, maxRead);
    const found = await score(run, candidates);
    if ('code' in found) return { ...state, warnings: [...state.warnings, found] };
    const read = candidates
      .slice(0, found.length)
      .map((entry, at) => ({ ...entry, score: found[at] ?? 0 }))
      .toSorted((a, b) => b.score - a.score || a.candidate.rank - b.candidate.rank)
      .map((entry, at) => ({ ...entry, rerank: { score: entry.score, rank: at + 1 } }));
    const unread = scaleBelow(read.at(-1)?.score ?? 0, candidates.slice(found.length));
    const reason = `not among the ${maxRead} that ${reranker.id} reads`;
    return {
      ...state,
      ranked: [...read, ...unread],
      removed: [
        ...state.removed,
        ...state.ranked
          .slice(maxRead)
          .map(({ chunk }) => ({ id: chunk.id, stage: 'rerank', reason })),
      ],
      warnings: [...state.warnings, ...toWarnings(read.length, candidates.length)],
    };
  },
};

/** Scores of the unread candidates in their order, none above the last read one. */
function scaleBelow(last: number, unread: readonly RankedChunk[]): RankedChunk[] {
  const best = unread[0]?.score ?? 0;
  return unread.map((entry) => ({
    ...entry,
    score: best > 0 ? last * (entry.score / best) : Math.min(last, entry.score),
  }));
}

function toWarnings(read: number, wanted: number): Warning[] {
  if (read === wanted) return [];
  const message = `The reranker had time for ${read} of ${wanted} passages; the others follow in the order of the fusion.`;
  return [{ code: 'rerank_timeout', message }];
}

class TooSlowError extends Error {
  override readonly name = 'TooSlowError';
}

const toTooSlow = (cause: unknown) => new TooSlowError('the reranker took too long', { cause });

async function score(
  { dependencies, query, signal }: SearchRun,
  ranked: readonly RankedChunk[],
): Promise<readonly number[] | Warning> {
  const { reranker, settings } = dependencies;
  const all = ranked.map(({ chunk }) => [chunk.title, ...chunk.section, chunk.text].join('\n'));
  const { rerankTimeoutMs: timeoutMs } = settings;
  const limit = { signal, timeoutMs, late: toTooSlow };
  try {
    const texts = all.slice(0, reranker.countReadable?.(query.text, all, timeoutMs) ?? all.length);
    if (texts.length === 0) throw toTooSlow('others are read');
    return await withinTime(limit, (inTime) =>
      reranker.rerank(query.text, texts, { signal: inTime }),
    );
  } catch (error) {
    if (error instanceof TooSlowError) {
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
