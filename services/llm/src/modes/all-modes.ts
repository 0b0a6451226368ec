import { createKnowledgeMode, type KnowledgeModeOptions } from '../knowledge/knowledge-mode.ts';
import type { AnswerMode, AnswerModes, TurnAnswer } from '../ports/answer-mode.ts';
import { agentWarning } from './agent-warning.ts';

/** One row a mode. A new mode is a folder with its `create…Mode`, and a row here. */
export function createAllModes(options: KnowledgeModeOptions): AnswerModes {
  const knowledge = createKnowledgeMode(options);
  return { knowledge, agent: withWarning(knowledge) };
}

function withWarning(mode: AnswerMode): AnswerMode {
  const warn = (answer: TurnAnswer): TurnAnswer => ({
    ...answer,
    warnings: [agentWarning, ...answer.warnings],
  });
  return {
    ...mode,
    answer: (...given) => mode.answer(...given).then(warn),
    answerOnce: (...given) => mode.answerOnce(...given).then(warn),
    resume: (...given) => mode.resume(...given).then((answer) => answer && warn(answer)),
    checkPartial: (...given) => mode.checkPartial(...given).then(warn),
  };
}
