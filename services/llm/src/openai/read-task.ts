import { AppError, type OpenAiChatRequest } from '@lectern/contracts';
import type { Exchange } from '@lectern/grounding';
import type { AnswerTask } from '../ports/answer-mode.ts';

type Message = OpenAiChatRequest['messages'][number];

const longestQuestion = 20_000;

/**
 * What OpenAI's messages ask. The last one is the question, the exchanges before it are its history.
 *
 * @throws AppError `invalid_request` when the last message is not a question of the user.
 */
export function readTask({ messages, collection_filter }: OpenAiChatRequest): AnswerTask {
  const last = messages.at(-1);
  const question = readText(last).trim();
  const field = `messages.${messages.length - 1}`;
  if (last?.role !== 'user') throw toProblem(field, 'the last message must be of the role user');
  if (question === '') throw toProblem(field, 'the last message must hold text');
  if (question.length > longestQuestion) {
    throw toProblem(field, `the last message may have ${longestQuestion} characters`);
  }
  return { question, history: findExchanges(messages), collectionFilter: collection_filter };
}

/** Questions with the answer right behind them. */
function findExchanges(messages: readonly Message[]): Exchange[] {
  const spoken = messages.filter(({ role }) => role === 'user' || role === 'assistant');
  return spoken.flatMap((message, index) => {
    const next = spoken[index + 1];
    if (message.role !== 'user' || next?.role !== 'assistant') return [];
    return [{ question: readText(message), answer: readText(next) }];
  });
}

function readText(message: Message | undefined): string {
  const content = message?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n');
}

function toProblem(field: string, problem: string): AppError {
  return new AppError('invalid_request', `${field}: ${problem}`, { details: { field } });
}
