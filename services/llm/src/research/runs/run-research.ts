import { randomUUID } from 'node:crypto';
import type { BaseCheckpointSaver } from '@langchain/langgraph';
import {
  AppError,
  type MissingPart,
  type ParsedResearchRequest,
  type ResearchResponse,
  researchFrameSchema,
} from '@lectern/contracts';
import type { LanguageModel } from '@lectern/grounding';
import { type Logger, withinTime, withSpan } from '@lectern/service';
import type { Owner } from '../../ports/owner.ts';
import type { RunTracing } from '../../ports/run-tracing.ts';
import type { ToolCaller } from '../../ports/tool-caller.ts';
import { drawGraph } from '../draw-graph.ts';
import { readQuestion } from '../frame/read-question.ts';
import { readWithModel } from '../frame/read-with-model.ts';
import type { ResearchEvent } from '../research-context.ts';
import { createResearchGraph, type ResearchGraph } from '../research-graph.ts';
import { listFailures, nothingAsked, type ResearchStateValue } from '../research-state.ts';
import { RunPace } from '../run-pace.ts';
import { createSynthesiser, type SynthesiserOptions } from '../synthesis/synthesise.ts';
import type { ResearchRuns } from './research-runs.ts';

/** Threads of runs among all checkpoints: the prefix, then the run's id. */
export const researchThreadPrefix = 'research:';

export interface ResearcherOptions extends Omit<SynthesiserOptions, 'model'> {
  readonly runs: ResearchRuns;
  readonly checkpointer: BaseCheckpointSaver;
  /** The configured model; one that can only pick sentences neither reads questions nor writes. */
  readonly model: LanguageModel;
  readonly callTool: ToolCaller;
  readonly tracing: RunTracing | undefined;
  readonly logger: Logger;
}

/** Who asks, and who is told what happens. */
export interface ResearchCaller {
  readonly owner: Owner;
  readonly token: string;
  readonly emit: (event: ResearchEvent) => void;
  readonly signal: AbortSignal;
}

const beatMs = 5_000;
/** What a run may take beside its budget before it is given up. */
const graceMs = 10_000;

/** Runs the research graph for people, each run under its own id. */
export class Researcher {
  readonly graph: ResearchGraph;
  readonly #options: ResearcherOptions;

  constructor(options: ResearcherOptions) {
    this.#options = options;
    const { model } = options;
    const writes = model.provider !== 'extractive';
    this.graph = createResearchGraph(
      {
        parseFrame: async (query, { isRepeatable, signal }) =>
          writes && !isRepeatable ? readWithModel(model, query, signal) : readQuestion(query),
        synthesise: createSynthesiser({ ...options, model: writes ? model : undefined }),
      },
      options.checkpointer,
    );
  }

  /** With a turn's id the run has it too, and takes the place of an earlier try of the turn. */
  async run(
    request: ParsedResearchRequest,
    caller: ResearchCaller,
    { turnId }: { readonly turnId?: string } = {},
  ): Promise<ResearchResponse> {
    const id = turnId ?? randomUUID();
    if (turnId !== undefined) await this.forget(turnId);
    await this.#options.runs.begin(caller.owner, { id, turnId, request });
    const input = {
      query: request.query,
      config: {
        collection_filter: request.collection_filter ?? null,
        fetch_policy: request.fetch_policy ?? null,
        time_budget_ms: request.time_budget_ms ?? null,
        frame_changes: request.frame_changes ?? null,
      },
      frame: request.frame ?? null,
      orchestrator_checkpoint_id: id,
    };
    return this.#invoke(id, input, caller, request);
  }

  /**
   * Goes on with a run: after a crash from its last checkpoint, else with what was missing. Lookups
   * that are done are not done again.
   */
  async resume(
    id: string,
    timeBudgetMs: number | undefined,
    caller: ResearchCaller,
  ): Promise<ResearchResponse> {
    const { status, result } = await this.#options.runs.get(caller.owner, id);
    if (status === 'done' && result) return result;
    const run = await this.#options.runs.reopen(caller.owner, id);
    const thread = threadOf(id);
    const { next, values } = await this.graph.getState(thread);
    const state = values as Partial<ResearchStateValue>;
    const request = {
      ...run.request,
      time_budget_ms: timeBudgetMs ?? run.request.time_budget_ms ?? state.frame?.time_budget_ms,
    };
    if (!state.query) {
      const { runs } = this.#options;
      await runs.finish(id, 'failed', null);
      throw new AppError('research_not_found', 'The checkpoints of this run are gone.');
    }
    if (next.length === 0) {
      const errors = Object.fromEntries(
        Object.keys(state.errors ?? {}).map((node) => [node, null]),
      );
      await this.graph.updateState(thread, { errors }, 'router');
    }
    return this.#invoke(id, null, caller, request);
  }

  draw(path?: readonly string[]): Promise<string> {
    return drawGraph(this.graph, path);
  }

  /** Drops the checkpoints, which hold texts. */
  forget(id: string): Promise<void> {
    return this.#options.checkpointer.deleteThread(`${researchThreadPrefix}${id}`);
  }

  /**
   * Deletes a run with its checkpoints.
   * @throws AppError `research_not_found`.
   */
  async remove(owner: Owner, id: string): Promise<void> {
    await this.#options.runs.delete(owner, id);
    await this.forget(id);
  }

  /** Drops the checkpoints of a run that was deleted with its turn. */
  async forgetDeleted(id: string): Promise<void> {
    if (!(await this.#options.runs.exists(id))) await this.forget(id);
  }

  /** Removes runs of people who are no longer members, with their checkpoints. */
  async removeDeparted(): Promise<void> {
    for (const id of await this.#options.runs.removeDeparted()) await this.forget(id);
  }

  async #invoke(
    id: string,
    input: object | null,
    { token, emit, signal: gone }: ResearchCaller,
    request: Pick<ParsedResearchRequest, 'time_budget_ms' | 'fetch_policy' | 'frame' | 'query'>,
  ): Promise<ResearchResponse> {
    const { runs, callTool, tracing, logger } = this.#options;
    const defaults = researchFrameSchema.parse({ intent: 'hybrid_search' });
    const budgetMs =
      request.time_budget_ms ?? request.frame?.time_budget_ms ?? defaults.time_budget_ms;
    const limit = { signal: gone, timeoutMs: budgetMs + graceMs };
    const beat = setInterval(() => void runs.beat(id).catch(() => undefined), beatMs);
    const told = (event: ResearchEvent) => {
      if (event.type === 'node' && event.node.frame) {
        void runs.setIntent(id, event.node.frame).catch(() => undefined);
      }
      emit(event);
    };
    const context = {
      runId: id,
      token,
      startedAt: Date.now(),
      timeBudgetMs: budgetMs,
      pace: new RunPace(request.frame?.parallel_limit ?? defaults.parallel_limit),
      brought: { pubmed_results: null, ctgov_results: null, rag_results: null },
      callTool,
      emit: told,
    };
    try {
      const state = (await withinTime(limit, (signal) =>
        withSpan('research', { 'lectern.run': id }, () =>
          this.graph.invoke(input, {
            ...threadOf(id),
            context,
            signal,
            durability: 'sync',
            runName: 'research',
            ...tracing?.describeRun('research', { turnId: id }),
          }),
        ),
      )) as ResearchStateValue;
      const result = toResponse(state, request);
      await runs.finish(id, result.partial ? 'partial' : 'done', result);
      return result;
    } catch (error) {
      logger.warn({ err: error, run: id }, 'a research run failed');
      await runs.finish(id, 'failed', null);
      throw error;
    } finally {
      clearInterval(beat);
    }
  }
}

function threadOf(id: string) {
  return { configurable: { thread_id: `${researchThreadPrefix}${id}` } };
}

function toResponse(
  state: ResearchStateValue,
  { query }: Pick<ParsedResearchRequest, 'query'>,
): ResearchResponse {
  if (!state.frame) throw new Error('a run that ended has a frame');
  const id = state.orchestrator_checkpoint_id;
  const missing: MissingPart[] = [...state.missing];
  return {
    query,
    answer: state.answer,
    abstained: state.abstained,
    citations: [...state.citations],
    tables: state.tables,
    orchestrator_checkpoint_id: id,
    checkpoint_id: id,
    partial: missing.some(({ reason }) => reason !== nothingAsked),
    missing,
    frame: state.frame,
    removed: [...state.removed],
    warnings: [...state.warnings],
    trace: {
      tool_calls: state.tool_calls_made.map(({ id: _id, ...call }) => call),
      cache_hits: { ...state.cache_hits },
      latencies: { ...state.latencies },
      errors: Object.fromEntries(listFailures(state).map(([node, { code }]) => [node, code])),
      node_path: [...state.node_path],
    },
  };
}
