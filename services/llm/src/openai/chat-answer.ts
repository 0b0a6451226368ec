import type {
  OpenAiChatResponse,
  OpenAiChunk,
  OpenAiFinishReason,
  OpenAiUsage,
} from '@lectern/contracts';
import type { AnswerTask, TurnAnswer } from '../ports/answer-mode.ts';
import { annotate, estimateUsage, findingsOf, isCut, showArguments } from './findings.ts';

type ChunkDelta = Extract<OpenAiChunk, { object: string }>['choices'][number]['delta'];

/** An answer in the form of OpenAI's chat completions: complete, or as chunks of a stream. */
export class ChatAnswer {
  readonly #task: AnswerTask;
  readonly #publicUrl: string;
  readonly #common: { id: string; created: number; model: string };

  constructor(
    id: string,
    model: string,
    { task, publicUrl }: { readonly task: AnswerTask; readonly publicUrl: string },
  ) {
    this.#task = task;
    this.#publicUrl = publicUrl;
    this.#common = { id: `chatcmpl-${id}`, created: Math.floor(Date.now() / 1000), model };
  }

  whole(answer: TurnAnswer): OpenAiChatResponse {
    const calls = toToolCalls(answer);
    const message = {
      role: 'assistant',
      content: calls.length > 0 && answer.text === '' ? null : answer.text,
      refusal: null,
      ...(calls.length > 0 && { tool_calls: calls }),
      ...this.#findings(answer),
    } as const;
    return {
      ...this.#common,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finishReasonOf(answer), logprobs: null }],
      usage: estimateUsage(this.#task, answer),
    };
  }

  start(): OpenAiChunk {
    return this.#chunk({ role: 'assistant', content: '' }, null);
  }

  piece(text: string): OpenAiChunk {
    return this.#chunk({ content: text }, null);
  }

  /** Returns the chunks after the text. */
  end(answer: TurnAnswer): OpenAiChunk[] {
    const calls = toToolCalls(answer).map((call, index) => ({ index, ...call }));
    return [
      ...(calls.length > 0 ? [this.#chunk({ tool_calls: calls }, null)] : []),
      this.#chunk(this.#findings(answer), finishReasonOf(answer)),
    ];
  }

  /** Returns the usage chunk, which is the last and only sent on request. */
  usage(answer: TurnAnswer): OpenAiChunk {
    return {
      ...this.#common,
      object: 'chat.completion.chunk',
      choices: [],
      usage: estimateUsage(this.#task, answer) satisfies OpenAiUsage,
    };
  }

  #findings(answer: TurnAnswer) {
    const annotations = annotate(answer, this.#publicUrl).map((url_citation) => ({
      type: 'url_citation' as const,
      url_citation,
    }));
    return { annotations, ...findingsOf(answer) };
  }

  #chunk(delta: ChunkDelta, finish_reason: OpenAiFinishReason | null): OpenAiChunk {
    return {
      ...this.#common,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason, logprobs: null }],
    };
  }
}

function finishReasonOf(answer: TurnAnswer): OpenAiFinishReason {
  if (answer.calls?.length) return 'tool_calls';
  return isCut(answer) ? 'length' : 'stop';
}

function toToolCalls({ calls = [] }: TurnAnswer) {
  return calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: showArguments(given) },
  }));
}
