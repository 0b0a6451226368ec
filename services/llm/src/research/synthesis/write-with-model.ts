import { writeAnswer } from '@lectern/answering';
import { AppError } from '@lectern/contracts';
import type { LanguageModel, ModelUsage } from '@lectern/models';
import { untilAborted } from '@lectern/service';
import { requireFrame } from '../nodes/lookup.ts';
import type { NodeRuntime } from '../nodes/node-runtime.ts';
import { readBudget } from '../research-context.ts';
import type { NodeFailure, ResearchStateValue } from '../research-state.ts';
import type { RecordSource } from './record-source.ts';

export interface ModelWriter {
  /** Undefined: answers are put together by code. */
  readonly model: LanguageModel | undefined;
  readonly onUsage: (usage: ModelUsage) => void;
}

/** What a model wrote. A `failure` says what is missing of it; what came before is still told. */
export interface ModelText {
  readonly text: string | undefined;
  readonly failure: NodeFailure | undefined;
}

const answerTokens = 600;
/** A model that has less time than this is not asked. */
const minModelMs = 1_000;
/** Left for checking what a model wrote. */
const checkingMs = 200;
/** Records that a model is given; characters of each. */
const maxSources = 8;
const maxSourceLength = 2_500;

const notAsked: ModelText = { text: undefined, failure: undefined };
const noTime: NodeFailure = {
  code: 'time_budget',
  message: 'No time was left for the model; code put the statements together.',
};
const tooSlow: NodeFailure = {
  code: 'deadline_exceeded',
  message: 'The model did not end in time.',
};

export interface FoundSources {
  readonly state: ResearchStateValue;
  readonly sources: readonly RecordSource[];
}

/**
 * Lets the model write within what is left of the budget, whether or not it heeds its signal. With
 * `cache_only`, and without anything to tell, no model is asked.
 */
export async function writeWithModel(
  { model, onUsage }: ModelWriter,
  { state, sources }: FoundSources,
  { context, signal }: NodeRuntime,
): Promise<ModelText> {
  const frame = requireFrame(state);
  if (!model || frame.fetch_policy === 'cache_only' || sources.length === 0) return notAsked;
  const leftMs = readBudget(context, frame.time_budget_ms).leftMs - checkingMs;
  if (leftMs < minModelMs) return { text: undefined, failure: noTime };
  const late = AbortSignal.timeout(leftMs);
  const inTime = AbortSignal.any([signal, late]);
  const given = pickSources(sources).map(({ n, passages: [passage] }) => ({
    n,
    passages: [{ ...passage, text: passage.text.slice(0, maxSourceLength) }] as [typeof passage],
  }));
  let said = '';
  const onText = (text: string) => {
    said += text;
  };
  try {
    const task = { question: state.query, history: [], sources: given, maxTokens: answerTokens };
    const writing = writeAnswer(model, task, { onText, onUsage, signal: inTime });
    const { text, abstained } = await untilAborted(writing, inTime);
    return { text: abstained ? undefined : text, failure: undefined };
  } catch (error) {
    signal.throwIfAborted();
    const failure = late.aborted ? tooSlow : describeModelFailure(error);
    return { text: keepWhole(said), failure };
  }
}

function describeModelFailure(error: unknown): NodeFailure {
  const { code, message } = error instanceof AppError ? error : new AppError('model_unavailable');
  return { code, message };
}

/** Up to the last statement that was written to its marker. */
function keepWhole(said: string): string | undefined {
  return /^[\s\S]*\[\d{1,3}\]\.?/.exec(said)?.[0];
}

/** The first of each kind in turn, so that many studies leave room for publications. */
function pickSources(sources: readonly RecordSource[]): readonly RecordSource[] {
  const ranks = new Map<RecordSource['kind'], number>();
  return sources
    .map((source) => {
      const rank = ranks.get(source.kind) ?? 0;
      ranks.set(source.kind, rank + 1);
      return { source, rank };
    })
    .toSorted((a, b) => a.rank - b.rank || a.source.n - b.source.n)
    .slice(0, maxSources)
    .map(({ source }) => source)
    .toSorted((a, b) => a.n - b.n);
}
