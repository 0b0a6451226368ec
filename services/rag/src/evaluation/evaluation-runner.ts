import {
  AppError,
  type EvaluationRunResult,
  type EvaluationSettingResult,
  type RunSettings,
} from '@lectern/contracts';
import type { Embedder, Reranker } from '@lectern/retrieval';
import { type Logger, normalizeError } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import type { SearchDependencies } from '../search/search-state.ts';
import { evaluationLimits } from './evaluation-limits.ts';
import { measureRun } from './measure-run.ts';
import { openTrial } from './open-trial.ts';
import {
  type AskedQuestion,
  type SearchQuestionsOptions,
  type SettingsToMeasure,
  searchQuestions,
} from './search-questions.ts';

export interface RunnerDependencies {
  readonly database: Database;
  readonly search: SearchDependencies;
  /** Opens an embedding model by its id. @throws AppError `model_not_found` */
  readonly openEmbedder: (id: string) => Promise<Embedder>;
  /** Opens a reranker by its id; it is closed after the run. @throws AppError `model_not_found` */
  readonly openReranker: (id: string) => Promise<Reranker>;
  readonly logger: Logger;
}

export interface BegunRun extends Pick<SearchQuestionsOptions, 'principal'> {
  readonly id: string;
  readonly settings: readonly RunSettings[];
  readonly questions: readonly AskedQuestion[];
}

const reportEveryMs = 500;

/** Completes runs independently of the requests that started them. */
export class EvaluationRunner {
  readonly #dependencies: RunnerDependencies;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(dependencies: RunnerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Starts a run and returns at once. The run's row shows its progress and its end. */
  begin(run: BegunRun): void {
    const work = this.#runToEnd(run).finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  /** Ends running runs as failed. */
  async close(): Promise<void> {
    this.#closing.abort(new AppError('service_unavailable'));
    await Promise.all(this.#running);
  }

  async #runToEnd(run: BegunRun): Promise<void> {
    const { logger } = this.#dependencies;
    try {
      await this.#finish(run.id, { result: await this.#measure(run) });
    } catch (error) {
      if (error instanceof RunDeletedError) return;
      const known = normalizeError(
        this.#closing.signal.aborted ? this.#closing.signal.reason : error,
      );
      if (known.status >= 500) logger.error({ err: error, run: run.id }, 'an evaluation failed');
      await this.#finish(run.id, { error: known }).catch((failure: unknown) =>
        logger.error(
          { err: failure, run: run.id },
          'the end of an evaluation could not be recorded',
        ),
      );
    }
  }

  async #measure({ id, questions, principal, settings }: BegunRun): Promise<EvaluationRunResult> {
    let reportedAt = Date.now();
    const onProgress = async (done: number) => {
      if (Date.now() - reportedAt < reportEveryMs) return;
      reportedAt = Date.now();
      await this.#reportProgress(id, done);
    };
    const signal = AbortSignal.any([
      this.#closing.signal,
      AbortSignal.timeout(evaluationLimits.runTimeoutMs),
    ]);
    await using trials = new AsyncDisposableStack();
    const measuredSettings: SettingsToMeasure[] = [];
    const embedded: EvaluationSettingResult['embedded'][] = [];
    for (const one of settings) {
      const { openEmbedder, openReranker } = this.#dependencies;
      const { embedding_model: modelId, reranker: rerankerId, ...searched } = one;
      const reranker = rerankerId === undefined ? undefined : await openReranker(rerankerId);
      if (reranker) trials.defer(() => reranker.close());
      const search = { ...this.#dependencies.search, ...(reranker && { reranker }) };
      const trial =
        modelId === undefined
          ? undefined
          : trials.use(
              await openTrial(search, {
                embedder: await openEmbedder(modelId),
                principal,
                collectionFilter: one.collection_filter,
                onEmbedded: () => onProgress(0),
                signal,
              }),
            );
      measuredSettings.push({ settings: searched, search: trial?.search ?? search });
      embedded.push(trial?.embedded ?? null);
    }
    const measured = await searchQuestions(questions, {
      principal,
      settings: measuredSettings,
      signal,
      onProgress,
    });
    return measureRun(settings, measured, embedded);
  }

  async #reportProgress(id: string, done: number): Promise<void> {
    const { numUpdatedRows } = await this.#update(id).set({ done }).executeTakeFirst();
    if (numUpdatedRows === 0n) throw new RunDeletedError();
  }

  async #finish(
    id: string,
    end: { readonly result: EvaluationRunResult } | { readonly error: AppError },
  ): Promise<void> {
    const query = this.#update(id).set({ finished_at: new Date() });
    if ('result' in end) {
      await query
        .set({ status: 'done', result: JSON.stringify(end.result) })
        .set(({ ref }) => ({ done: ref('total') }))
        .execute();
      return;
    }
    const { code, message } = end.error;
    await query.set({ status: 'failed', error_code: code, error_message: message }).execute();
  }

  #update(id: string) {
    return this.#dependencies.database
      .updateTable('rag.evaluation_runs')
      .set({ updated_at: new Date() })
      .where('id', '=', id)
      .where('status', '=', 'running');
  }
}

/** The run was deleted, or given up as lost. */
class RunDeletedError extends Error {
  override readonly name = 'RunDeletedError';
}
