import { AppError, type Warning } from '@lectern/contracts';
import { type Logger, markFailed, normalizeError, withSpan } from '@lectern/service';
import { agentWarning } from '../agent/agent-warning.ts';
import type { KnowledgeAgent, KnowledgeAnswer } from '../agent/knowledge-agent.ts';
import type { TurnEvent } from '../agent/turn-context.ts';
import type { Turn, TurnOutcome, Turns } from '../ports/turns.ts';
import type { PartLog } from './part-log.ts';
import type { TurnMetrics } from './turn-metrics.ts';
import { TurnStream } from './turn-stream.ts';

export interface RunTurnDependencies {
  readonly turns: Turns;
  readonly agent: KnowledgeAgent;
  readonly metrics: TurnMetrics;
  readonly logger: Logger;
}

/** Why a running turn is aborted: by its owner, by its time, or because it is no longer ours. */
export type StopReason = 'stopped' | 'timeout' | 'left';

export interface TurnTask {
  readonly turn: Turn;
  /** The person's token; absent for a turn whose process was lost, which goes on without it. */
  readonly token: string | undefined;
  readonly log: PartLog;
  /** Aborted with a {@link StopReason}. */
  readonly signal: AbortSignal;
}

const historyLength = 10;

/**
 * Runs a turn to its end: parts go to the log as they come, tool calls and the outcome are stored,
 * checkpoints are dropped. A turn that was left to another process is not ended.
 */
export function runTurn(dependencies: RunTurnDependencies, task: TurnTask): Promise<void> {
  const { id, conversationId, mode } = task.turn;
  const attributes = {
    'lectern.turn_id': id,
    'lectern.conversation_id': conversationId,
    'lectern.turn.mode': mode,
  };
  return withSpan('chat turn', attributes, async (span) => {
    const outcome = await runToEnd(dependencies, task);
    if (!outcome) return;
    span.setAttributes({
      'lectern.turn.status': outcome.status,
      'lectern.turn.abstained': outcome.abstained,
    });
    if (outcome.errorCode) markFailed(span, outcome.errorCode);
  });
}

/** Undefined where the turn was left to another process. */
async function runToEnd(
  { turns, agent, metrics, logger }: RunTurnDependencies,
  { turn, token, log, signal }: TurnTask,
): Promise<TurnOutcome | undefined> {
  const started = performance.now();
  const stream = new TurnStream(turn, log);
  let calls = 0;
  let stored: Promise<void> = Promise.resolve();
  const emit = (event: TurnEvent) => {
    stream.handle(event);
    if (event.type !== 'tool_end') return;
    const position = calls++;
    stored = stored.then(() => turns.addToolCall(turn.id, position, event.call));
    stored.catch(() => {});
    metrics.observeToolCall(event.call);
  };

  stream.start();
  let outcome: TurnOutcome;
  try {
    outcome = toOutcome(
      turn,
      'done',
      await answerTurn({ turns, agent }, turn, token, emit, signal),
    );
  } catch (error) {
    const reason = signal.reason as StopReason | undefined;
    if (reason === 'left') {
      await Promise.all([stored, log.seal([])]);
      return undefined;
    }
    if (reason === 'stopped') {
      outcome = toOutcome(turn, 'stopped', await agent.checkPartial(turn.id, stream.text));
    } else {
      outcome = toFailure(reason === 'timeout' ? new AppError('deadline_exceeded') : error);
      logger.warn({ err: error, turn_id: turn.id, code: outcome.errorCode }, 'a turn failed');
    }
  }
  await Promise.all([stored, log.seal(stream.end(outcome))]);
  await Promise.all([turns.finish(turn.id, outcome), agent.forget(turn.id)]);
  metrics.observeTurn(outcome, performance.now() - started);
  return outcome;
}

async function answerTurn(
  { turns, agent }: Pick<RunTurnDependencies, 'turns' | 'agent'>,
  turn: Turn,
  token: string | undefined,
  emit: (event: TurnEvent) => void,
  signal: AbortSignal,
): Promise<KnowledgeAnswer> {
  const context = { turnId: turn.id, conversationId: turn.conversationId, token, emit };
  if (token === undefined) {
    const resumed = await agent.resume(turn.id, context, signal);
    if (!resumed) throw new AppError('service_unavailable', 'The turn was interrupted.');
    return resumed;
  }
  const { question, collectionFilter } = turn;
  const history = await turns.listHistory(turn.id, historyLength);
  return agent.answer(turn.id, { question, history, collectionFilter }, context, signal);
}

const stoppedWarning: Warning = { code: 'stopped', message: 'The answer was stopped.' };

function toOutcome(turn: Turn, status: 'done' | 'stopped', answer: KnowledgeAnswer): TurnOutcome {
  return {
    status,
    answer: answer.text,
    abstained: answer.abstained,
    citations: answer.citations,
    warnings: [
      ...(turn.mode === 'agent' ? [agentWarning] : []),
      ...(status === 'stopped' ? [stoppedWarning] : []),
      ...answer.warnings,
    ],
    errorCode: undefined,
  };
}

function toFailure(error: unknown): TurnOutcome {
  return {
    status: 'failed',
    answer: '',
    abstained: false,
    citations: [],
    warnings: [],
    errorCode: normalizeError(error).code,
  };
}
