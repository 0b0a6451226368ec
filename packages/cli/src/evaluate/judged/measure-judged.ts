import type { FoundChunk } from '@lectern/contracts';
import { bpref, type Judgements, mean, ndcg } from '@lectern/evaluation';
import type { Connection } from '../../connection/connection.ts';
import { type RunSettingsOptions, runSettings, type SearchCost } from '../run-settings.ts';
import { type Comparison, compareWith, createScore, type Score } from '../scores.ts';
import { searchPassages } from '../search-passages.ts';
import type { Setting } from '../settings.ts';
import { findJudged } from './find-judged.ts';
import type { JudgedPassage } from './judged-file.ts';

export interface JudgedReport {
  /** Questions with a passage that is judged above 0. */
  readonly questions: number;
  /** Questions that nobody has judged a passage of, and those of which no passage is right. */
  readonly without_judgement: number;
  readonly without_right: number;
  readonly modes: readonly JudgedSetting[];
}

export interface JudgedSetting extends Setting, SearchCost {
  /** Passages that are not judged are passed over, as if they had not been found. */
  readonly ndcg_at_10: Score;
  /** Passages that are not judged count as wrong. */
  readonly ndcg_at_10_unjudged_wrong: Score;
  /** Of right and wrong passages that are judged, how often the right one stands first. */
  readonly bpref: Score;
  /** Of the first ten passages, those that are not judged; a mean over questions. */
  readonly unjudged_in_10: number;
  /** Searches whose reranker gave no order in time. */
  readonly fallbacks: number;
  /** `ndcg_at_10` less that of the first setting, question by question; null for the first itself. */
  readonly against_first: Comparison | null;
}

const depth = 10;
/** Passages asked for: those that are not judged are passed over, and bpref looks at all. */
const maxPassages = 100;

/** Searches for the questions of a judged pool, and measures by its judgements. */
export async function measureJudged(
  connection: Connection,
  passages: readonly JudgedPassage[],
  { collectionId, ...options }: RunSettingsOptions & { readonly collectionId: string | undefined },
): Promise<JudgedReport> {
  const pools = [...Map.groupBy(passages, ({ question }) => question)].map(toPool);
  const isRight = ({ judgements }: QuestionPool) =>
    [...judgements.values()].some((grade) => grade > 0);
  const measurable = pools.filter(isRight);
  const runs = await runSettings(measurable, options, async (pool, setting) => {
    const { chunks, searchTimeMs, isFallback } = await searchPassages(connection, pool.question, {
      setting,
      collectionId,
      limit: maxPassages,
    });
    return { ...measure(rankIds(chunks, pool), pool), searchTimeMs, isFallback };
  });
  const gains = runs.map(({ found }) => found.map(({ gain }) => gain));
  const withoutJudgement = pools.filter(({ judgements }) => judgements.size === 0).length;
  return {
    questions: measurable.length,
    without_judgement: withoutJudgement,
    without_right: pools.length - measurable.length - withoutJudgement,
    modes: runs.map(({ setting, found, cost }, at) => ({
      ...setting,
      ndcg_at_10: createScore(gains[at] ?? []),
      ndcg_at_10_unjudged_wrong: createScore(found.map((each) => each.strictGain)),
      bpref: createScore(found.map((each) => each.bpref)),
      unjudged_in_10: mean(found.map((each) => each.unjudged)),
      ...cost,
      fallbacks: found.filter(({ isFallback }) => isFallback).length,
      against_first: compareWith(gains[0] ?? [], gains[at] ?? []),
    })),
  };
}

interface QuestionPool {
  readonly question: string;
  readonly passages: readonly JudgedPassage[];
  /** By the passage's place in `passages`; of those alone that are judged. */
  readonly judgements: Judgements;
}

function toPool([question, passages]: [string, readonly JudgedPassage[]]): QuestionPool {
  const judgements = new Map(
    passages.flatMap(({ judgement }, at) => (judgement === null ? [] : [[`${at}`, judgement]])),
  );
  return { question, passages, judgements };
}

/** Found passages by their place in the pool, those that it does not have by their own ids. */
function rankIds(chunks: readonly FoundChunk[], { passages }: QuestionPool): string[] {
  const ids = chunks.map((chunk) => {
    const known = findJudged(chunk, passages);
    return known ? `${passages.indexOf(known)}` : chunk.id;
  });
  return [...new Set(ids)];
}

function measure(ranking: readonly string[], { judgements }: QuestionPool) {
  const judged = ranking.filter((id) => judgements.has(id));
  return {
    gain: ndcg(judged, judgements, depth),
    strictGain: ndcg(ranking, judgements, depth),
    bpref: bpref(ranking, judgements),
    unjudged: ranking.slice(0, depth).filter((id) => !judgements.has(id)).length,
  };
}
