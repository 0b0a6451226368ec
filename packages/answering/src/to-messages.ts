import type { ModelMessage } from '@lectern/models';
import type { Exchange } from './passage.ts';

/** Returns a conversation as messages of a prompt. */
export function toMessages(history: readonly Exchange[]): ModelMessage[] {
  return history.flatMap(({ question, answer }): ModelMessage[] => [
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ]);
}
