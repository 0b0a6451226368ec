import type { Exchange } from '@lectern/answering';
import { AppError, type OpenAiChatRequest } from '@lectern/contracts';
import type { ModelMessage, ModelToolCall } from '@lectern/models';
import type { AnswerTask } from '../ports/answer-mode.ts';

type Message = OpenAiChatRequest['messages'][number];

/** A question in OpenAI's messages. */
export interface AskedTask extends Pick<AnswerTask, 'question' | 'history'> {
  /** Calls of the caller's tools after the question, with their results. */
  readonly exchange: readonly ModelMessage[];
}

const maxQuestionLength = 20_000;

/**
 * Reads messages: the last message of the user is the question, the exchanges before it are the
 * history, and calls of tools with their results may follow it. `list` names the messages in
 * errors.
 *
 * @throws AppError `invalid_request` for messages without a question, or a result without its call.
 */
export function readTask(messages: readonly Message[], list: string): AskedTask {
  const index = messages.findLastIndex(({ role }) => role === 'user');
  const last = `${list}.${messages.length - 1}`;
  const behind = messages.slice(index + 1).filter(({ role }) => !readOver.has(role));
  if (index === -1 || behind.at(-1)?.role === 'assistant') {
    throw toProblem(last, 'the last message must be of the role user or tool');
  }
  const question = readText(messages[index]).trim();
  const field = `${list}.${index}`;
  if (question === '') throw toProblem(field, 'the last message of the user must hold text');
  if (question.length > maxQuestionLength) {
    throw toProblem(field, `a question may have ${maxQuestionLength} characters`);
  }
  return {
    question,
    history: findExchanges(messages.slice(0, index)),
    exchange: readExchange(behind, list),
  };
}

const readOver: ReadonlySet<string> = new Set(['system', 'developer']);

/** Returns questions with the last text that answered each. */
function findExchanges(messages: readonly Message[]): Exchange[] {
  const exchanges: Exchange[] = [];
  let question: string | undefined;
  let answer = '';
  const end = () => {
    if (question !== undefined && answer !== '') exchanges.push({ question, answer });
  };
  for (const message of messages) {
    if (message.role === 'user') {
      end();
      question = readText(message);
      answer = '';
    } else if (message.role === 'assistant') answer = readText(message) || answer;
  }
  end();
  return exchanges;
}

function readExchange(messages: readonly Message[], list: string): ModelMessage[] {
  const open = new Set<string>();
  return messages.map((message): ModelMessage => {
    const content = readText(message);
    if (message.role === 'assistant') {
      const toolCalls = (message.tool_calls ?? []).map(readCall);
      for (const { id } of toolCalls) open.add(id);
      return { role: 'assistant', content, toolCalls };
    }
    const callId = message.tool_call_id ?? '';
    if (message.role !== 'tool' || !open.delete(callId)) {
      throw toProblem(list, 'a result must stand behind the call whose tool_call_id it names');
    }
    return { role: 'tool', callId, content };
  });
}

type WrittenCall = NonNullable<Message['tool_calls']>[number];

function readCall({ id, function: { name, arguments: written } }: WrittenCall): ModelToolCall {
  try {
    return { id, name, arguments: JSON.parse(written) };
  } catch {
    return { id, name, arguments: {} };
  }
}

export function readText(message: Pick<Message, 'content'> | undefined): string {
  const content = message?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n');
}

export function toProblem(field: string, problem: string): AppError {
  return new AppError('invalid_request', `${field}: ${problem}`, { details: { field } });
}
