import type { Message } from '@lectern/contracts';
import type { Reader } from '../clients/readable-documents.ts';
import type { FindWithheld } from '../withheld-quotes/find-withheld.ts';
import { withholdQuotes } from '../withheld-quotes/withhold-quotes.ts';

/** Returns messages without quotes and titles of documents that their reader may not read now. */
export async function withholdFromMessages(
  findWithheld: FindWithheld,
  messages: readonly Message[],
  reader: Reader,
): Promise<Message[]> {
  const questions = new Map(messages.map(({ id, content }) => [id, content]));
  const answers = messages.map((message) => ({
    mode: message.mode,
    // The question may be on the previous page, so the answer also determines the language.
    question: questions.get(message.parent_id ?? '') ?? message.content,
    answer: message.content,
    citations: message.citations,
    approval: message.approval,
    message,
  }));
  const shown = await withholdQuotes(findWithheld, answers, reader);
  return shown.map(({ message, answer, citations, approval }) => ({
    ...message,
    content: answer,
    citations,
    ...(approval && { approval }),
  }));
}
