import type {
  Citation,
  OpenAiAnnotation,
  OpenAiChatRequest,
  OpenAiChatResponse,
  OpenAiChunk,
  OpenAiUsage,
} from '@lectern/contracts';
import { estimateTokens, ruleTokens } from '@lectern/grounding';
import type { AnswerTask, TurnAnswer } from '../ports/answer-mode.ts';

type ChunkDelta = Extract<OpenAiChunk, { object: string }>['choices'][number]['delta'];

/** One answer in OpenAI's words: whole, or as the chunks of a stream. */
export class OpenAiAnswer {
  readonly #task: AnswerTask;
  readonly #common: { id: string; created: number; model: OpenAiChatRequest['model'] };

  constructor(id: string, model: OpenAiChatRequest['model'], task: AnswerTask) {
    this.#task = task;
    this.#common = { id: `chatcmpl-${id}`, created: Math.floor(Date.now() / 1000), model };
  }

  whole(answer: TurnAnswer): OpenAiChatResponse {
    const message = {
      role: 'assistant',
      content: answer.text,
      refusal: null,
      ...findings(answer),
    } as const;
    return {
      ...this.#common,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop', logprobs: null }],
      usage: this.#estimateUsage(answer),
    };
  }

  start(): OpenAiChunk {
    return this.#chunk({ role: 'assistant', content: '' }, null);
  }

  piece(text: string): OpenAiChunk {
    return this.#chunk({ content: text }, null);
  }

  end(answer: TurnAnswer): OpenAiChunk {
    return this.#chunk(findings(answer), 'stop');
  }

  /** Comes last, and only where it was asked for. */
  usage(answer: TurnAnswer): OpenAiChunk {
    return {
      ...this.#common,
      object: 'chat.completion.chunk',
      choices: [],
      usage: this.#estimateUsage(answer),
    };
  }

  #chunk(delta: ChunkDelta, finish_reason: 'stop' | null): OpenAiChunk {
    return {
      ...this.#common,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason, logprobs: null }],
    };
  }

  #estimateUsage({ text }: TurnAnswer): OpenAiUsage {
    const { question, history } = this.#task;
    const texts = [question, ...history.flatMap((past) => [past.question, past.answer])];
    const prompt_tokens = texts.reduce((sum, part) => sum + estimateTokens(part), ruleTokens);
    const completion_tokens = estimateTokens(text);
    return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
  }
}

function findings({ text, citations, abstained, warnings }: TurnAnswer) {
  return {
    annotations: citations.flatMap((citation) => annotate(text, citation)),
    citations: [...citations],
    abstained,
    warnings: [...warnings],
  };
}

/** Where the text names a citation; without an address OpenAI has no form for it. */
function annotate(text: string, { n, title, url }: Citation): OpenAiAnnotation[] {
  if (url === null) return [];
  const mark = `[${n}]`;
  const before = text.split(mark).slice(0, -1);
  let end_index = 0;
  return before.map((part) => {
    const start_index = end_index + [...part].length;
    end_index = start_index + mark.length;
    return { type: 'url_citation', url_citation: { start_index, end_index, title, url } };
  });
}
