import { randomUUID } from 'node:crypto';
import { type BaseCheckpointSaver, Overwrite } from '@langchain/langgraph';
import type { MissingPart, ParsedResearchRequest, ResearchResponse } from '@lectern/contracts';
import type { LanguageModel } from '@lectern/models';
import {
  type Logger,
  normalizeError,
  runPeriodically,
  untilAborted,
  waitAtMost,
  withSpan,
} from '@lectern/service';
import type { ToolCaller } from '../../clients/tool-caller.ts';
import type { Owner } from '../../ports/owner.ts';
import type { RunTracing } from '../../tracing/langsmith-run-tracing.ts';
import type { FindWithheld, Withholding } from '../../withheld-quotes/find-withheld.ts';
import { drawGraph, findPath } from '../draw-graph.ts';
import { languageOf, translateWarning } from '../language/answer-language.ts';
import { defaultRegistry, type NodeRegistry } from '../node-registry.ts';
import { readToolFailure, toolMapping } from '../nodes/lookup.ts';
import { defaultBudgetMs, defaultParallelLimit } from '../query/complete-frame.ts';
import { readQuery } from '../query/read-query.ts';
import { readWithModel } from '../query/read-with-model.ts';
import { type ResearchContext, type ResearchEvent, RunProgress } from '../research-context.ts';
import {
  createResearchGraph,
  type ResearchGraph,
  type ResearchGraphParts,
} from '../research-graph.ts';
import {
  joinState,
  listFailures,
  nothingAsked,
  type ResearchStateUpdate,
  type ResearchStateValue,
  startState,
} from '../research-state.ts';
import { RunPace } from '../run-pace.ts';
import { listDocumentIds, withoutWithheld } from '../synthesis/record-source.ts';
import { createSynthesiser, type SynthesiserOptions } from '../synthesis/synthesise.ts';
import { endLate } from './end-late.ts';
import type { ResearchRuns, RunEnd, StoredRun } from './research-runs.ts';

/** Threads of runs among all checkpoints: the prefix, then the run's id. */
const researchThreadPrefix = 'research:';

export interface ResearcherOptions extends SynthesiserOptions {
  readonly runs: Omit<Pick<ResearchRuns, keyof ResearchRuns>, 'listResults' | 'count'>;
  readonly checkpointer: BaseCheckpointSaver;
  /** Model of a caller who names none. */
  readonly model: LanguageModel;
  readonly callTool: ToolCaller;
  /** Limits of the nodes that look something up. */
  readonly registry?: NodeRegistry;
  readonly findWithheld: FindWithheld;
  readonly tracing: RunTracing | undefined;
  readonly logger: Logger;
}

/** The person who asks, and the listener for events. */
export interface ResearchCaller {
  readonly owner: Owner;
  /** A model that only quotes neither reads questions nor writes. */
  readonly model?: LanguageModel;
  readonly token: string;
  readonly emit: (event: ResearchEvent) => void;
  readonly signal: AbortSignal;
}

const beatMs = 5_000;
/** Milliseconds beyond the budget after which the answer is composed from what arrived. */
const graceMs = 1_000;

/** Runs the research graph for people, each run under its own id. */
export class Researcher {
  readonly graph: ResearchGraph;
  readonly #options: ResearcherOptions;
  readonly #synthesise: ResearchGraphParts['synthesise'];

  constructor(options: ResearcherOptions) {
    this.#options = options;
    this.#synthesise = createSynthesiser(options);
    this.graph = createResearchGraph(
      {
        parseFrame: async (query, { isRepeatable, model, ...limits }) =>
          model && !isRepeatable
            ? readWithModel(model, query, limits)
            : { frame: readQuery(query), warnings: [] },
        synthesise: this.#synthesise,
      },
      options.checkpointer,
    );
  }

  /**
   * With a turn's id the run has it too, and takes the place of an earlier try of the turn.
   * @throws AppError `collection_not_found` before the run begins.
   */
  async run(
    request: ParsedResearchRequest,
    caller: ResearchCaller,
    { turnId }: { readonly turnId?: string } = {},
  ): Promise<ResearchResponse> {
    const startedAt = Date.now();
    const id = turnId ?? randomUUID();
    const { token, signal } = caller;
    await requireCollections(this.#options.callTool, request, { token, requestId: id, signal });
    if (turnId !== undefined) await this.forget(turnId);
    await this.#options.runs.begin(caller.owner, { id, turnId, request });
    return this.#invoke({ id, startedAt, ...begin(id, request) }, caller);
  }

  /**
   * Goes on with a run: after a crash from its last checkpoint, else with what was missing. Lookups
   * that are done are not done again. A run without checkpoints begins anew.
   */
  async resume(
    id: string,
    timeBudgetMs: number | undefined,
    caller: ResearchCaller,
  ): Promise<ResearchResponse> {
    const startedAt = Date.now();
    const { status, result } = await this.#options.runs.get(caller.owner, id);
    if (status === 'done' && result) return result;
    const run = await this.#options.runs.reopen(caller.owner, id);
    const thread = threadOf(id);
    const { tasks, values } = await this.graph.getState(thread, { subgraphs: true });
    let state = values as ResearchStateValue;
    // A budget that was too short would be so again.
    const before = run.request.time_budget_ms ?? state.frame?.time_budget_ms ?? defaultBudgetMs;
    const request = {
      ...run.request,
      time_budget_ms: timeBudgetMs ?? Math.max(before, defaultBudgetMs),
    };
    if (!state.query) return this.#invoke({ id, startedAt, ...begin(id, request) }, caller);
    const withheld = await this.#options.findWithheld(listDocumentIds(state), {
      token: caller.token,
      requestId: id,
    });
    // Only `tasks` says whether the graph has ended: one whose writes await their checkpoint is not
    // among the `next`. A run that was answered late has a graph that was cut, and asks again.
    const wasAnswered = status === 'partial' && state.routing_decision;
    const written =
      tasks.length === 0 && !wasAnswered ? findWritten(state, request, withheld) : undefined;
    if (written) {
      await this.#finish(id, { status: 'done', result: written });
      return written;
    }
    if (tasks.length === 0 || wasAnswered) {
      const found = listFound(tasks);
      // Set, not joined: the errors that a branch returns would remove those of others.
      const errors = new Overwrite({});
      await this.graph.updateState(thread, { ...found, errors }, 'router');
      state = { ...joinState(state, found), errors: {} };
    }
    state = withoutWithheld(state, withheld);
    return this.#invoke({ id, startedAt, input: null, state, request, withheld }, caller);
  }

  /** The graph; of a run with the nodes that it took, and those that it was at when it was cut. */
  async draw(run?: Pick<StoredRun, 'checkpoint_id' | 'status' | 'result'>): Promise<string> {
    if (!run) return drawGraph(this.graph);
    const { checkpoint_id, status, result } = run;
    const isWhole = status === 'done' || status === 'partial';
    return drawGraph(
      this.graph,
      result && isWhole
        ? { taken: result.trace.node_path }
        : await findPath(this.graph, threadOf(checkpoint_id)),
    );
  }

  /** Deletes the checkpoints, which contain texts. */
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
    { id, startedAt, input, state, request, withheld = () => undefined }: Begun,
    { token, emit, signal: gone, ...caller }: ResearchCaller,
  ): Promise<ResearchResponse> {
    const { runs, callTool, tracing, logger, registry = defaultRegistry } = this.#options;
    const model = caller.model ?? this.#options.model;
    const budgetMs = request.time_budget_ms ?? request.frame?.time_budget_ms ?? defaultBudgetMs;
    const over = Promise.withResolvers<void>();
    const failure = 'a research run gave no sign of life';
    runPeriodically(
      { everyMs: beatMs, work: () => runs.beat(id), logger, failure },
      (close) => void over.promise.then(close),
    );
    const late = new AbortController();
    const context: ResearchContext = {
      runId: id,
      token,
      startedAt,
      timeBudgetMs: budgetMs,
      pace: new RunPace(registry, request.frame?.parallel_limit ?? defaultParallelLimit),
      registry,
      progress: new RunProgress(state),
      model: model.provider === 'extractive' ? undefined : model,
      callTool,
      withheld,
      emit: (event) => {
        // Nobody listens to a node that ends after the answer.
        if (late.signal.aborted) return;
        if (event.type === 'node' && event.node.frame) {
          void runs.setIntent(id, event.node.frame).catch(() => undefined);
        }
        emit(
          event.type === 'node' ? { ...event, node: { checkpoint_id: id, ...event.node } } : event,
        );
      },
    };
    const signal = AbortSignal.any([gone, late.signal]);
    try {
      const ended = await withSpan('research', { attributes: { 'lectern.run': id } }, async () => {
        const running = this.graph.invoke(input, {
          ...threadOf(id),
          context,
          signal,
          durability: 'sync',
          runName: 'research',
          ...tracing?.describeRun('research', { turnId: id }),
        });
        const inTime = await waitAtMost(
          startedAt + budgetMs + graceMs - Date.now(),
          untilAborted(running, gone),
        );
        late.abort();
        return inTime ?? endLate(this.#synthesise, { context, signal: gone });
      });
      const result = toResponse(ended as ResearchStateValue, request);
      await this.#finish(id, { status: result.partial ? 'partial' : 'done', result });
      return result;
    } catch (error) {
      if (gone.aborted) await this.#finish(id, { status: 'interrupted' });
      else {
        logger.warn({ err: error, run: id }, 'a research run failed');
        await this.#finish(id, { status: 'failed', error: normalizeError(error) });
      }
      throw error;
    } finally {
      over.resolve();
    }
  }

  /** A slow database does not delay an answer. */
  async #finish(id: string, end: RunEnd) {
    await waitAtMost(graceMs, this.#options.runs.finish(id, end));
  }
}

interface Begun {
  readonly id: string;
  /** By `Date.now()`. */
  readonly startedAt: number;
  /** Null for a resumed run. */
  readonly input: object | null;
  /** State before this try. */
  readonly state: ResearchStateValue;
  readonly withheld?: Withholding;
  readonly request: Pick<
    ParsedResearchRequest,
    'time_budget_ms' | 'fetch_policy' | 'frame' | 'query'
  >;
}

function begin(
  id: string,
  request: ParsedResearchRequest,
): Pick<Begun, 'input' | 'state' | 'request'> {
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
  return { input, state: startState(input), request };
}

/** The whole answer of a graph that ended, where its process died before the run did. */
function findWritten(
  state: ResearchStateValue,
  request: Pick<ParsedResearchRequest, 'query'>,
  withheld: Withholding,
): ResearchResponse | undefined {
  if (listDocumentIds(state).some((documentId) => withheld(documentId))) return undefined;
  const result = toResponse(state, request);
  return result.partial ? undefined : result;
}

/** Returns the results of the publications branch at the moment when it was cut off. */
function listFound(
  tasks: Awaited<ReturnType<ResearchGraph['getState']>>['tasks'],
): ResearchStateUpdate {
  const branch = tasks.find(({ name }) => name === 'publications')?.state;
  return branch && 'values' in branch ? branch.values : {};
}

function threadOf(id: string) {
  return { configurable: { thread_id: `${researchThreadPrefix}${id}` } };
}

/** Converts the state of a run that ended to its response. */
export function toResponse(
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
    // A checkpoint of an earlier version has none.
    statements: [...(state.statements ?? [])],
    removed: [...state.removed],
    warnings: state.warnings.map((warning) => translateWarning(warning, languageOf(query))),
    trace: {
      tool_calls: state.tool_calls_made.map(({ id: _id, ...call }) => call),
      cache_hits: { ...state.cache_hits },
      latencies: { ...state.latencies },
      errors: Object.fromEntries(
        listFailures(state).map(([node, { code, at = null, tries = 0 }]) => [
          node,
          { code, at, tries },
        ]),
      ),
      node_path: [...state.node_path],
    },
  };
}

/** Time limit of the check of collections. */
const checkMs = 3_000;
const refusals = new Set(['collection_not_found', 'forbidden']);

/**
 * Rejects the request before the run starts if the caller has no access to a collection, whether or
 * not the question turns out to need own documents. The run reports all other errors.
 * @throws AppError `collection_not_found`, `forbidden`.
 */
async function requireCollections(
  callTool: ToolCaller,
  { query, collection_filter }: Pick<ParsedResearchRequest, 'query' | 'collection_filter'>,
  caller: { readonly token: string; readonly requestId: string; readonly signal: AbortSignal },
): Promise<void> {
  if (!collection_filter) return;
  const { tool } = toolMapping.rag_search.search;
  const asked = { query, limit: 1, collection_filter };
  const answer = await callTool(tool, asked, { ...caller, timeoutMs: checkMs }).catch(
    () => undefined,
  );
  caller.signal.throwIfAborted();
  const failure = answer?.isError ? readToolFailure(answer) : undefined;
  if (failure && refusals.has(failure.code)) throw failure;
}
