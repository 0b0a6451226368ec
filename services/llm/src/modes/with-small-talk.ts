import { answerSmallTalk } from '@lectern/grounding';
import type { AnswerMode, AnswerTask, TurnAnswer } from '../ports/answer-mode.ts';
import type { TurnContext } from '../ports/turn-context.ts';

/** A mode that greets back: nothing is searched for a message that asks nothing. */
export function withSmallTalk(mode: AnswerMode): AnswerMode {
  return {
    ...mode,
    async answer(task, context, signal) {
      const said = talk(task, context);
      return said ? { kind: 'answer', answer: said } : mode.answer(task, context, signal);
    },
    async answerOnce(task, context, signal) {
      return talk(task, context) ?? mode.answerOnce(task, context, signal);
    },
  };
}

function talk({ question }: AnswerTask, { emit }: TurnContext): TurnAnswer | undefined {
  const text = answerSmallTalk(question);
  if (text === undefined) return undefined;
  emit({ type: 'text', text });
  return { text, abstained: false, citations: [], warnings: [] };
}
