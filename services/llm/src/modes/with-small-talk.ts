import { answerSmallTalk } from '@lectern/answering';
import type { ConversationMode } from '@lectern/contracts';
import { runRecorded } from '../graphs/run-recorded.ts';
import type { AnswerMode, AnswerTask, TurnAnswer } from '../ports/answer-mode.ts';
import type { TurnContext } from '../ports/turn-context.ts';
import type { RunTracing } from '../tracing/langsmith-run-tracing.ts';

/** Wraps a mode so that a greeting is answered without a search. */
export function withSmallTalk(
  name: ConversationMode,
  mode: AnswerMode,
  tracing: RunTracing | undefined,
): AnswerMode {
  const talk = async ({ question }: AnswerTask, context: TurnContext) => {
    const text = answerSmallTalk(question);
    if (text === undefined) return undefined;
    const run = { name, identity: context, input: { question } };
    return runRecorded(tracing, run, async (): Promise<TurnAnswer> => {
      context.emit({ type: 'text', text });
      return { text, abstained: false, citations: [], warnings: [] };
    });
  };
  return {
    ...mode,
    async answer(task, context, signal) {
      const said = await talk(task, context);
      return said ? { kind: 'answer', answer: said } : mode.answer(task, context, signal);
    },
    async answerOnce(task, context, signal) {
      return (await talk(task, context)) ?? mode.answerOnce(task, context, signal);
    },
  };
}
