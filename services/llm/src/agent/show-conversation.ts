import { defuseMarkers } from '@lectern/models';
import { estimateTokens, shorten } from '@lectern/retrieval/text';
import type { AgentStateValue } from './agent-state.ts';

const maxResultLength = 1_500;

/**
 * Returns a conversation as one text for a model that is not part of it, cut to the latest part.
 */
export function showConversation(
  { question, history, messages }: Pick<AgentStateValue, 'question' | 'history' | 'messages'>,
  budgetTokens: number,
): string {
  const lines = [
    ...history.flatMap((past) => [`User: ${past.question}`, `Assistant: ${past.answer}`]),
    `User: ${question}`,
    ...messages.flatMap((message) => {
      if (message.role !== 'tool') return [];
      return [`Result: ${shorten(defuseMarkers(message.content), maxResultLength)}`];
    }),
  ];
  const fitting: string[] = [];
  let left = budgetTokens;
  for (const line of lines.toReversed()) {
    left -= estimateTokens(line);
    if (left < 0 && fitting.length > 0) break;
    fitting.unshift(line);
  }
  return `<conversation>\n${fitting.join('\n').replaceAll(/<(?=\/?conversation\b)/gi, '&lt;')}\n</conversation>`;
}
