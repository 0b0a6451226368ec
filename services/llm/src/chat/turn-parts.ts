import { errorCatalogue, modelProblems, type StreamPart } from '@lectern/contracts';
import type { Turn, TurnOutcome } from '../turns/turn.ts';
import { findModelProblem } from './model-problem.ts';

type Identity = Pick<Turn, 'id' | 'conversationId' | 'assistant'>;

export function startPart({ id, conversationId }: Identity): StreamPart {
  return {
    type: 'start',
    messageId: id,
    messageMetadata: { conversation_id: conversationId },
  };
}

/** Part types that end a stream, after its text. */
export function endParts(identity: Identity, outcome: TurnOutcome): StreamPart[] {
  if (outcome.status === 'failed') {
    const problem = findModelProblem(outcome.warnings);
    const sentence = errorCatalogue[outcome.errorCode ?? 'internal'].message;
    return [{ type: 'error', errorText: problem ? modelProblems[problem] : sentence }];
  }
  const citations: StreamPart = {
    type: 'data-citations',
    data: {
      conversation_id: identity.conversationId,
      message_id: identity.id,
      answer: outcome.answer,
      abstained: outcome.abstained,
      ...(outcome.evidence !== undefined && { evidence: outcome.evidence }),
      citations: outcome.citations,
      warnings: outcome.warnings,
      ...(outcome.model && { model: outcome.model }),
      ...(identity.assistant && { assistant: identity.assistant }),
    },
  };
  const last: StreamPart =
    outcome.status === 'stopped' ? { type: 'abort', reason: 'stopped' } : { type: 'finish' };
  return [citations, last];
}

/** Returns whether a part is the last of its stream. */
export function isLastPart({ type }: StreamPart): boolean {
  return type === 'finish' || type === 'abort' || type === 'error';
}

/** Builds the stream of an ended turn whose parts were deleted. */
export function rebuildParts(
  turn: Turn & { readonly status: TurnOutcome['status'] },
): StreamPart[] {
  const text: StreamPart[] =
    turn.answer === ''
      ? []
      : [
          { type: 'text-start', id: 'text' },
          { type: 'text-delta', id: 'text', delta: turn.answer },
          { type: 'text-end', id: 'text' },
        ];
  return [startPart(turn), ...text, ...endParts(turn, turn)];
}
