import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { SearchMode } from '@lectern/contracts';
import {
  bootstrapInterval,
  type Interval,
  mean,
  median,
  ndcg,
  pairedPValue,
  percentile95,
  recall,
} from '@lectern/evaluation';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { readBeir } from './beir.ts';
import { loadCorpus } from './load-corpus.ts';
import { type RankedQuery, runQueries } from './run-queries.ts';

/** One way to search: a mode, as it is or with the suite's reranker after it. */
export interface Setting {
  readonly mode: SearchMode;
  readonly rerank: boolean;
}

export interface EvaluateOptions {
  /** In BEIR's form. */
  readonly folder: string;
  /** Judgements that lie elsewhere. */
  readonly qrels?: string;
  /** The first is what the others are compared with. */
  readonly settings: readonly Setting[];
  /** Searches at once. */
  readonly concurrency: number;
  /** Keeps the collection. */
  readonly keep: boolean;
}

export interface Score {
  readonly mean: number;
  /** 95 % of the mean, over queries. */
  readonly interval: Interval;
}

export interface Comparison extends Score {
  /** Of the randomisation test over pairs: how likely such a difference is by chance. */
  readonly p_value: number;
}

export interface ModeReport extends Setting {
  /** Linear gain. */
  readonly ndcg_at_10: Score;
  readonly recall_at_100: Score;
  /** Median of the time that searches took in the service. */
  readonly median_search_ms: number;
  readonly p95_search_ms: number;
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

const bootstrap = { seed: 20_260_728, resamples: 2_000 };

/** Loads a test collection into a collection of its own, searches it by mode and measures. */
export async function evaluate(
  connection: Connection,
  terminal: Terminal,
  { folder, qrels, settings, concurrency, keep }: EvaluateOptions,
): Promise<EvaluationReport> {
  const { documents, queries } = await readBeir(folder, qrels);
  if (queries.length === 0) throw new CommandError(`${folder} has no judged query.`);
  const set = basename(resolve(folder));
  const collection = await connection.call('createCollection', {
    body: { name: `Evaluation of ${set} ${randomUUID().slice(0, 8)}` },
  });
  try {
    const loaded = await loadCorpus(connection, terminal, {
      collectionId: collection.id,
      corpus: documents,
    });
    const reports: ModeReport[] = [];
    const progress = terminal.openProgress();
    try {
      let first: readonly number[] | undefined;
      for (const setting of settings) {
        const step = progress.addStep(nameSetting(setting), queries.length);
        const ranked = await runQueries(connection, queries, {
          ...setting,
          collectionId: collection.id,
          concurrency,
          onProgress: (done) => step.update(done),
        });
        const gains = ranked.map(({ query, ranking }) => ndcg(ranking, query.judgements, 10));
        reports.push(createModeReport(setting, { ranked, gains, first }));
        first ??= gains;
      }
    } finally {
      progress.close();
    }
    return {
      set,
      documents: documents.length,
      unsearchable: loaded.failed,
      queries: queries.length,
      modes: reports,
    };
  } finally {
    if (!keep) await connection.call('deleteCollection', { params: { id: collection.id } });
  }
}

/** `hybrid`, or `hybrid+rerank`. */
export function nameSetting({ mode, rerank }: Setting): string {
  return rerank ? `${mode}+rerank` : mode;
}

interface Measured {
  readonly ranked: readonly RankedQuery[];
  /** nDCG@10 of each query, in order. */
  readonly gains: readonly number[];
  /** The gains of the first setting. */
  readonly first: readonly number[] | undefined;
}

function createModeReport(setting: Setting, { ranked, gains, first }: Measured): ModeReport {
  const times = ranked.map(({ searchTimeMs }) => searchTimeMs);
  return {
    ...setting,
    ndcg_at_10: createScore(gains),
    recall_at_100: createScore(
      ranked.map(({ query, ranking }) => recall(ranking, query.judgements, 100)),
    ),
    median_search_ms: median(times),
    p95_search_ms: percentile95(times),
    fallbacks: ranked.filter(({ isFallback }) => isFallback).length,
    against_first: first ? compareWith(first, gains) : null,
  };
}

export function createScore(values: readonly number[]): Score {
  return { mean: mean(values), interval: bootstrapInterval(values, bootstrap) };
}

/** The values less those of the first setting, pair by pair. */
export function compareWith(first: readonly number[], values: readonly number[]): Comparison {
  const differences = values.map((value, at) => value - (first[at] ?? 0));
  return { ...createScore(differences), p_value: pairedPValue(differences, bootstrap) };
}

export function formatScore({ mean, interval }: Score): string {
  return `${mean.toFixed(4)} (${interval.low.toFixed(3)}-${interval.high.toFixed(3)})`.padEnd(21);
}

export function formatComparison(comparison: Comparison): string {
  return `${formatScore(comparison).trimEnd()}, p ${comparison.p_value.toFixed(3)}`;
}
