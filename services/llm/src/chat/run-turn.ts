import { AppError, type Warning } from '@lectern/contracts';
import { type Logger, markFailed, normalizeError, withSpan } from '@lectern/service';
import type { OpenAssistant } from '../assistants/open-assistant.ts';
import type { ConversationTitles } from '../conversations/conversation-titles.ts';
import type {
  AnswerMode,
  AnswerModes,
  ApprovalDecision,
  TurnAnswer,
  TurnResult,
} from '../ports/answer-mode.ts';
import type { Owner } from '../ports/owner.ts';
import type { TurnEvent } from '../ports/turn-context.ts';
import type { TurnModels } from '../ports/turn-models.ts';
import type { Turn, TurnOutcome } from '../turns/turn.ts';
import type { TurnApprovals } from '../turns/turn-approvals.ts';
import type { Turns } from '../turns/turns.ts';
import { listModelProblems } from './model-problem.ts';
import type { PartLog } from './part-log.ts';
import type { TurnMetrics } from './turn-metrics.ts';
import { TurnStream } from './turn-stream.ts';

export interface RunTurnDependencies {
  readonly turns: Turns;
  readonly approvals: TurnApprovals;
  readonly modes: AnswerModes;
  /** Opens the models of a turn; a removed connection is replaced by the default. */
  readonly chooseModels: (owner: Owner, modelId: string | undefined) => Promise<TurnModels>;
  /** Opens the assistant of a turn for its person. */
  readonly openAssistant: OpenAssistant;
  readonly metrics: TurnMetrics;
  /** Without it a conversation keeps its first message as its title. */
  readonly titles: Pick<ConversationTitles, 'begin'> | undefined;
  readonly logger: Logger;
}

/** Reason for aborting a running turn: its owner, its deadline, or a lost lease. */
export type StopReason = 'stopped' | 'timeout' | 'left';

export interface TurnTask {
  readonly turn: Turn;
  /**
   * Returns the person's internal token.
   *
   * @throws AppError `unauthorized` when the person has lost access.
   */
  readonly getToken: () => Promise<string>;
  /** A turn that continues after a decision, or after its process was lost. */
  readonly resumed: { readonly decision: ApprovalDecision | undefined } | undefined;
  readonly log: PartLog;
  /** Aborted with a {@link StopReason}. */
  readonly signal: AbortSignal;
}

const historyLength = 10;

/**
 * Runs a turn to its end: appends parts to the log, stores tool calls and the outcome, and deletes
 * checkpoints. A turn that another process continues, or that waits for a decision, does not end.
 */
export function runTurn(dependencies: RunTurnDependencies, task: TurnTask): Promise<void> {
  const { id, conversationId, mode } = task.turn;
  const attributes = {
    'lectern.turn_id': id,
    'lectern.conversation_id': conversationId,
    'lectern.turn.mode': mode,
  };
  return withSpan('chat turn', { attributes }, async (span) => {
    const outcome = await runToEnd(dependencies, task);
    if (!outcome) return;
    span.setAttributes({
      'lectern.turn.status': outcome.status,
      'lectern.turn.abstained': outcome.abstained,
    });
    if (outcome.errorCode) markFailed(span, outcome.errorCode);
  });
}

/** Returns undefined when another process continues the turn, or when it waits. */
async function runToEnd(
  {
    turns,
    approvals,
    modes,
    chooseModels,
    openAssistant,
    metrics,
    titles,
    logger,
  }: RunTurnDependencies,
  task: TurnTask,
): Promise<TurnOutcome | undefined> {
  const started = performance.now();
  const { turn, log, signal } = task;
  const mode = modes[turn.mode];
  const stream = new TurnStream(turn, log, log.texts);
  let calls = turn.toolCalls.length;
  let stored: Promise<void> = Promise.resolve();
  const emit = (event: TurnEvent) => {
    stream.handle(event);
    if (event.type !== 'tool_end') return;
    const position = calls++;
    stored = stored.then(() => turns.addToolCall(turn.id, position, event.call));
    stored.catch(() => {});
    metrics.observeToolCall(event.call);
  };

  if (!task.resumed?.decision) stream.start();
  let outcome: TurnOutcome;
  let models: TurnModels | undefined;
  try {
    models = await chooseModels(turn.owner, turn.modelId);
    const result = await answerTurn({ turns, mode, models, openAssistant }, { ...task, emit });
    if (result.kind === 'approval') {
      await Promise.all([stored, log.seal(stream.pause(result.approval))]);
      await approvals.wait(turn.id, result.approval);
      return undefined;
    }
    outcome = toOutcome('done', result.answer);
  } catch (error) {
    const reason = signal.reason as StopReason | undefined;
    if (reason === 'left') {
      await Promise.all([stored, log.seal([])]);
      return undefined;
    }
    if (reason === 'stopped') {
      outcome = toOutcome('stopped', await mode.checkPartial(turn.id, stream.text));
    } else {
      outcome = toFailure(reason === 'timeout' ? new AppError('deadline_exceeded') : error);
      logger.warn({ err: error, turn_id: turn.id, code: outcome.errorCode }, 'a turn failed');
    }
  } finally {
    await models?.release();
  }
  outcome = withModel(outcome, models);
  await Promise.all([stored, log.seal(stream.end(outcome))]);
  await Promise.all([turns.finish(turn.id, outcome), mode.forget(turn.id)]);
  if (outcome.status === 'done' && models) titles?.begin(turn, models.model);
  metrics.observeTurn(outcome, performance.now() - started);
  return outcome;
}

interface AnswerParts {
  readonly turns: Turns;
  readonly mode: AnswerMode;
  readonly models: TurnModels;
  readonly openAssistant: OpenAssistant;
}

async function answerTurn(
  { turns, mode, models, openAssistant }: AnswerParts,
  {
    turn,
    getToken,
    resumed,
    signal,
    emit,
  }: TurnTask & { readonly emit: (event: TurnEvent) => void },
): Promise<TurnResult> {
  const { id, conversationId, owner, question } = turn;
  const token = await getToken();
  const assistant = turn.assistant && (await openAssistant(turn, { token, models }));
  const context = {
    turnId: id,
    conversationId,
    owner,
    token,
    models,
    emit,
    ...(assistant && { assistant }),
  };
  const withWarnings = (result: TurnResult): TurnResult => {
    if (!assistant || result.kind !== 'answer') return result;
    const warnings = [...assistant.warnings, ...result.answer.warnings];
    return { kind: 'answer', answer: { ...result.answer, warnings } };
  };
  if (resumed) {
    const result = await mode.resume(context, resumed.decision, signal);
    if (result) return withWarnings(result);
    if (resumed.decision) throw new AppError('service_unavailable', 'The turn was interrupted.');
  }
  const history = await turns.listHistory(id, historyLength);
  const currentServer = await turns.findServerBefore(id);
  const task = {
    question,
    history,
    collectionFilter: turn.collectionFilter ?? assistant?.collectionFilter,
    ...(currentServer !== undefined && { currentServer }),
  };
  return withWarnings(await mode.answer(task, context, signal));
}

/** Adds the model that wrote an answer, and warnings about models that did not. */
function withModel(outcome: TurnOutcome, models: TurnModels | undefined): TurnOutcome {
  if (!models) return outcome;
  const model = outcome.status === 'failed' ? undefined : models.findWriter();
  return { ...outcome, model, warnings: [...models.listWarnings(), ...outcome.warnings] };
}

const stoppedWarning: Warning = { code: 'stopped', message: 'The answer was stopped.' };

export function toOutcome(status: 'done' | 'stopped', answer: TurnAnswer): TurnOutcome {
  return {
    status,
    answer: answer.text,
    abstained: answer.abstained,
    evidence: answer.evidence,
    citations: answer.citations,
    warnings: [...(status === 'stopped' ? [stoppedWarning] : []), ...answer.warnings],
    route: answer.route,
    errorCode: undefined,
    model: undefined,
  };
}

function toFailure(error: unknown): TurnOutcome {
  const known = normalizeError(error);
  return {
    status: 'failed',
    answer: '',
    abstained: false,
    evidence: undefined,
    citations: [],
    warnings: listModelProblems(known),
    route: undefined,
    errorCode: known.code,
    model: undefined,
  };
}
