import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { ndcg, recall } from '@lectern/evaluation';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';
import { readBeir } from './beir.ts';
import { loadCorpus } from './load-corpus.ts';
import { type RankedQuery, rankDocuments } from './rank-documents.ts';
import { type RunSettingsOptions, runSettings, type SearchCost } from './run-settings.ts';
import { type Comparison, compareWith, createScore, type Score } from './scores.ts';
import type { Setting } from './settings.ts';

export interface EvaluateOptions extends RunSettingsOptions {
  /** In BEIR's form. */
  readonly folder: string;
  /** Judgements that lie elsewhere. */
  readonly qrels?: string;
  /** Keeps the collection. */
  readonly keep: boolean;
}

export interface ModeReport extends Setting, SearchCost {
  /** Linear gain. */
  readonly ndcg_at_10: Score;
  readonly recall_at_100: Score;
  /** Searches whose reranker gave no order in time. */
  readonly fallbacks: number;
  /** nDCG@10 less that of the first setting, query by query; null for the first itself. */
  readonly against_first: Comparison | null;
}

export interface EvaluationReport {
  readonly set: string;
  readonly documents: number;
  /** Documents that could not be made searchable; they count as not found. */
  readonly unsearchable: number;
  readonly queries: number;
  readonly modes: readonly ModeReport[];
}

/** Loads a test collection into a collection of its own, searches it by mode and measures. */
export async function evaluate(
  connection: Connection,
  { folder, qrels, keep, ...options }: EvaluateOptions,
): Promise<EvaluationReport> {
  const { documents, queries } = await readBeir(folder, qrels);
  if (queries.length === 0) throw new CommandError(`${folder} has no judged query.`);
  const set = basename(resolve(folder));
  const { id } = await connection.call('createCollection', {
    body: { name: `Evaluation of ${set} ${randomUUID().slice(0, 8)}` },
  });
  try {
    const loaded = await loadCorpus(connection, options.terminal, {
      collectionId: id,
      corpus: documents,
    });
    const runs = await runSettings(queries, options, (query, setting) =>
      rankDocuments(connection, query, { setting, collectionId: id }),
    );
    const gains = runs.map(({ found }) => found.map(measureGain));
    return {
      set,
      documents: documents.length,
      unsearchable: loaded.failed,
      queries: queries.length,
      modes: runs.map(({ setting, found, cost }, at) => ({
        ...setting,
        ndcg_at_10: createScore(gains[at] ?? []),
        recall_at_100: createScore(
          found.map(({ query, ranking }) => recall(ranking, query.judgements, 100)),
        ),
        ...cost,
        fallbacks: found.filter(({ isFallback }) => isFallback).length,
        against_first: compareWith(gains[0] ?? [], gains[at] ?? []),
      })),
    };
  } finally {
    if (!keep) await connection.call('deleteCollection', { params: { id } });
  }
}

function measureGain({ query, ranking }: RankedQuery): number {
  return ndcg(ranking, query.judgements, 10);
}
