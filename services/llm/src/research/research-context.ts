import type { ResearchNodeEvent, ResearchTables, ResearchToolCall } from '@lectern/contracts';
import type { LanguageModel } from '@lectern/models';
import type { ToolCaller } from '../clients/tool-caller.ts';
import type { Withholding } from '../withheld-quotes/find-withheld.ts';
import type { NodeRegistry } from './node-registry.ts';
import type { RunPace } from './run-pace.ts';
import type { RunProgress } from './run-progress.ts';

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
  /** Tells why own documents that an earlier try of the run found may not be read now. */
  readonly withheld: Withholding;
  readonly emit: (event: ResearchEvent) => void;
};

/** Milliseconds of the budget that are left, and the budget. */
export function readBudget(
  { startedAt, timeBudgetMs }: ResearchContext,
  frameBudgetMs: number,
): { readonly leftMs: number; readonly budgetMs: number } {
  const budgetMs = timeBudgetMs ?? frameBudgetMs;
  return { leftMs: startedAt + budgetMs - Date.now(), budgetMs };
}
