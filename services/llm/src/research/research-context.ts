import type { ResearchNodeEvent, ResearchTables, ResearchToolCall } from '@lectern/contracts';
import type { LanguageModel } from '@lectern/models';
import type { ToolCaller } from '../clients/tool-caller.ts';
import type { NodeRuntime } from '../graphs/graph-context.ts';
import type { Withholding } from '../withheld-quotes/find-withheld.ts';
import type { NodeRegistry } from './node-registry.ts';
import { joinState, type ResearchStateUpdate, type ResearchStateValue } from './research-state.ts';
import type { RunPace } from './run-pace.ts';

/** A stored tool call of a run. */
export type MadeToolCall = ResearchToolCall & { readonly id: string };

export type ResearchEvent =
  | { readonly type: 'node'; readonly node: ResearchNodeEvent }
  | { readonly type: 'partial'; readonly tables: ResearchTables }
  /** A tool call that begins, and the same when it has ended. */
  | { readonly type: 'tool_start'; readonly tool: string }
  | { readonly type: 'tool_end'; readonly call: MadeToolCall };

/** Context of a run beside its state; it is never stored. */
export type ResearchContext = {
  readonly runId: string;
  readonly token: string;
  /** By `Date.now()`. */
  readonly startedAt: number;
  /** Replaces the frame's budget when a run is resumed. */
  readonly timeBudgetMs: number | undefined;
  readonly pace: RunPace;
  readonly registry: NodeRegistry;
  readonly progress: RunProgress;
  /** Reads the question and writes; undefined: code does both. */
  readonly model: LanguageModel | undefined;
  readonly callTool: ToolCaller;
  /** Returns why a document that an earlier try found may not be read now. */
  readonly withheld: Withholding;
  readonly emit: (event: ResearchEvent) => void;
};

/** Emits the state of a node; facts that are not given are null. */
export function emitNode(
  { emit }: ResearchContext,
  event: Pick<ResearchNodeEvent, 'node' | 'status'> & Partial<ResearchNodeEvent>,
): void {
  const unknown = { latency_ms: null, rows: null, cache_hit: null, error: null };
  emit({ type: 'node', node: { ...unknown, ...event } });
}

/** Milliseconds of the budget that are left, and the budget. */
export function readBudget(
  { startedAt, timeBudgetMs }: ResearchContext,
  frameBudgetMs: number,
): { readonly leftMs: number; readonly budgetMs: number } {
  const budgetMs = timeBudgetMs ?? frameBudgetMs;
  return { leftMs: startedAt + budgetMs - Date.now(), budgetMs };
}

/** Context of a node of the research graph, beside the state. */
export type ResearchNodeRuntime = NodeRuntime<ResearchContext>;

/**
 * Gathers the results of a run's nodes. Branches that run side by side add to one of these;
 * it is what there is to tell when the time is up before the graph has ended.
 */
export class RunProgress {
  #state: ResearchStateValue;
  #isWritten = false;

  constructor(state: ResearchStateValue) {
    this.#state = state;
  }

  get state(): ResearchStateValue {
    return this.#state;
  }

  /** True once an answer was written in this run. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  add(update: ResearchStateUpdate): void {
    this.#state = joinState(this.#state, update);
    this.#isWritten ||= update.answer !== undefined;
  }
}
