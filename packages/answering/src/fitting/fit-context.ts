import { estimateTokens, shorten } from '@lectern/retrieval/text';
import type { Exchange } from '../passage.ts';
import { ruleTokens } from '../prompts/answer-prompt.ts';

/** Share of the context for the answer; rules, history, question and sources get the rest. */
const answerShare = 0.25;
const maxAnswerTokens = 2_000;

/** Returns the maximum tokens of an answer; `asked` may lower it. */
export function answerTokensOf(contextTokens: number, asked: number | null = null): number {
  const allowed = Math.min(maxAnswerTokens, Math.floor(contextTokens * answerShare));
  return Math.min(allowed, asked ?? allowed);
}

/** Returns the tokens of the context that question, history, rules and answer leave for sources. */
export function sourceTokensOf(
  contextTokens: number,
  {
    question,
    history,
    instructions = '',
  }: {
    readonly question: string;
    readonly history: readonly Exchange[];
    readonly instructions?: string | undefined;
  },
): number {
  const historyTokens = history.reduce((sum, exchange) => sum + countTokens(exchange), 0);
  return (
    contextTokens -
    answerTokensOf(contextTokens) -
    ruleTokens -
    historyTokens -
    estimateTokens(question) -
    estimateTokens(instructions)
  );
}

/** Shortens a question to a token budget. Both ends stay, since either may contain the request. */
export function fitQuestion(question: string, budgetTokens: number): string {
  const share = budgetTokens / estimateTokens(question);
  return share >= 1 ? question : shorten(question, Math.floor(question.length * share));
}

/** Returns the latest exchanges that fit into a token budget. */
export function fitHistory(history: readonly Exchange[], budgetTokens: number): Exchange[] {
  const fitting: Exchange[] = [];
  let left = budgetTokens;
  for (const exchange of history.toReversed()) {
    left -= countTokens(exchange);
    if (left < 0) break;
    fitting.unshift(exchange);
  }
  return fitting;
}

function countTokens({ question, answer }: Exchange): number {
  return estimateTokens(question) + estimateTokens(answer);
}
