import { ruleTokens } from '@lectern/answering';
import type { Citation, OpenAiAnnotation, OpenAiUsage } from '@lectern/contracts';
import { estimateTokens } from '@lectern/retrieval/text';
import type { AnswerTask, TurnAnswer } from '../ports/answer-mode.ts';

type UrlCitation = OpenAiAnnotation['url_citation'];

/** Returns our own fields, which are the same in both of OpenAI's forms. */
export function findingsOf({ citations, abstained, evidence, warnings }: TurnAnswer) {
  return {
    citations: [...citations],
    abstained,
    ...(evidence !== undefined && { evidence }),
    warnings: [...warnings],
  };
}

/**
 * Returns the places of citations in the text. A document without an address is linked to the
 * suite's page, which opens it at the passage.
 */
export function annotate({ text, citations }: TurnAnswer, publicUrl: string): UrlCitation[] {
  return citations.flatMap((citation) => {
    const { n, title } = citation;
    const url = citation.url ?? pageOf(citation, publicUrl);
    const mark = `[${n}]`;
    let end_index = 0;
    return text
      .split(mark)
      .slice(0, -1)
      .map((part): UrlCitation => {
        const start_index = end_index + [...part].length;
        end_index = start_index + mark.length;
        return { start_index, end_index, title, url };
      });
  });
}

function pageOf({ document_id, start, end, page }: Citation, publicUrl: string): string {
  const passage = { start, end, ...(page !== null && { page }) };
  const query = Object.entries(passage).map(([name, value]) => `${name}=${value}`);
  return `${publicUrl}/documents/${document_id}?${query.join('&')}`;
}

export function isCut({ warnings }: TurnAnswer): boolean {
  return warnings.some(({ code }) => code === 'answer_cut');
}

/** Returns a call's arguments as JSON. */
export function showArguments(given: unknown): string {
  return JSON.stringify(given ?? {});
}

export function estimateUsage(
  { question, history, callerTools }: AnswerTask,
  { text, calls = [] }: TurnAnswer,
): OpenAiUsage {
  const texts = [
    question,
    ...history.flatMap((past) => [past.question, past.answer]),
    ...(callerTools?.exchange ?? []).map(({ content }) => content),
  ];
  const prompt_tokens = texts.reduce((sum, part) => sum + estimateTokens(part), ruleTokens);
  const written = [text, ...calls.map((call) => call.name + showArguments(call.arguments))];
  const completion_tokens = written.reduce((sum, part) => sum + estimateTokens(part), 0);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
