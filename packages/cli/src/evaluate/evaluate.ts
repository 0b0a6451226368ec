import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { SearchMode } from '@lectern/contracts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { readBeir } from './beir.ts';
import { loadCorpus } from './load-corpus.ts';
import { bootstrapInterval, type Interval, mean, ndcg, recall } from './metrics.ts';
import { type RankedQuery, runQueries } from './run-queries.ts';

export interface EvaluateOptions {
  /** In BEIR's form. */
  readonly folder: string;
  /** Judgements that lie elsewhere. */
  readonly qrels?: string;
  readonly modes: readonly SearchMode[];
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

export interface ModeReport {
  readonly mode: SearchMode;
  /** Linear gain. */
  readonly ndcg_at_10: Score;
  readonly recall_at_100: Score;
  /** Median of the time that searches took in the service. */
  readonly median_search_ms: number;
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
  { folder, qrels, modes, concurrency, keep }: EvaluateOptions,
): Promise<EvaluationReport> {
  const { documents, queries } = await readBeir(folder, qrels);
  if (queries.length === 0) throw new CommandError(`${folder} has no judged query.`);
  const set = basename(resolve(folder));
  const collection = await connection.call('createCollection', {
    body: { name: `Evaluation of ${set} ${randomUUID().slice(0, 8)}` },
  });
  try {
    const loaded = await loadCorpus(connection, terminal, collection.id, documents);
    const reports: ModeReport[] = [];
    const progress = terminal.openProgress();
    try {
      for (const mode of modes) {
        const step = progress.addStep(mode, queries.length);
        const ranked = await runQueries(connection, queries, {
          mode,
          collectionId: collection.id,
          concurrency,
          onProgress: (done) => step.update(done),
        });
        reports.push(createModeReport(mode, ranked));
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

function createModeReport(mode: SearchMode, ranked: readonly RankedQuery[]): ModeReport {
  const times = ranked.map(({ searchTimeMs }) => searchTimeMs).sort((a, b) => a - b);
  return {
    mode,
    ndcg_at_10: createScore(
      ranked.map(({ query, ranking }) => ndcg(ranking, query.judgements, 10)),
    ),
    recall_at_100: createScore(
      ranked.map(({ query, ranking }) => recall(ranking, query.judgements, 100)),
    ),
    median_search_ms: times[Math.floor(times.length / 2)] ?? 0,
  };
}

function createScore(values: readonly number[]): Score {
  return { mean: mean(values), interval: bootstrapInterval(values, bootstrap) };
}
