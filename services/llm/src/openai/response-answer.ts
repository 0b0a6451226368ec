import type {
  AppError,
  OpenAiResponse,
  OpenAiResponsesRequest,
  ResponseItem,
} from '@lectern/contracts';
import type { AnswerTask, TurnAnswer } from '../ports/answer-mode.ts';
import { annotate, estimateUsage, findingsOf, isCut, showArguments } from './findings.ts';

export interface ResponseAnswerOptions {
  readonly body: OpenAiResponsesRequest;
  readonly task: AnswerTask;
  /** Public address of the suite's page. */
  readonly publicUrl: string;
}

/** An answer in the form of OpenAI's Responses, before and after its text is known. */
export class ResponseAnswer {
  readonly messageId: string;
  readonly #task: AnswerTask;
  readonly #publicUrl: string;
  readonly #common: Omit<
    OpenAiResponse,
    | 'status'
    | 'error'
    | 'incomplete_details'
    | 'output'
    | 'usage'
    | 'citations'
    | 'abstained'
    | 'warnings'
  >;

  constructor(id: string, model: string, { body, task, publicUrl }: ResponseAnswerOptions) {
    this.messageId = `msg_${id}`;
    this.#task = task;
    this.#publicUrl = publicUrl;
    this.#common = {
      id: `resp_${id}`,
      object: 'response',
      created_at: Math.floor(Date.now() / 1000),
      instructions: body.instructions ?? null,
      max_output_tokens: body.max_output_tokens ?? null,
      model,
      parallel_tool_calls: body.parallel_tool_calls ?? true,
      previous_response_id: null,
      reasoning: { effort: null, summary: null },
      store: false,
      temperature: 0,
      text: { format: { type: 'text' } },
      tool_choice: body.tool_choice ?? 'auto',
      tools: body.tools ?? [],
      top_p: 1,
      truncation: 'disabled',
      metadata: body.metadata ?? {},
    };
  }

  begun(): OpenAiResponse {
    return this.#response('in_progress', {});
  }

  failed({ code, message }: Pick<AppError, 'code' | 'message'>): OpenAiResponse {
    return this.#response('failed', { error: { code, message } });
  }

  whole(answer: TurnAnswer): OpenAiResponse {
    const cut = isCut(answer);
    const { prompt_tokens, completion_tokens, total_tokens } = estimateUsage(this.#task, answer);
    return this.#response(cut ? 'incomplete' : 'completed', {
      ...(cut && { incomplete_details: { reason: 'max_output_tokens' } }),
      output: this.items(answer),
      usage: {
        input_tokens: prompt_tokens,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: completion_tokens,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens,
      },
      ...findingsOf(answer),
    });
  }

  /** Returns the message, then the calls of the caller's tools. */
  items(answer: TurnAnswer): ResponseItem[] {
    const { text, calls = [] } = answer;
    const status = isCut(answer) ? 'incomplete' : 'completed';
    const annotations = annotate(answer, this.#publicUrl).map((one) => ({
      type: 'url_citation' as const,
      ...one,
    }));
    const message: ResponseItem = {
      type: 'message',
      id: this.messageId,
      status,
      role: 'assistant',
      content: [{ type: 'output_text', text, annotations, logprobs: [] }],
    };
    const called = calls.map(
      ({ id, name, arguments: given }): ResponseItem => ({
        type: 'function_call',
        id: `fc_${id.replace(/^call_/, '')}`,
        call_id: id,
        name,
        arguments: showArguments(given),
        status: 'completed',
      }),
    );
    return text === '' && called.length > 0 ? called : [message, ...called];
  }

  #response(status: OpenAiResponse['status'], found: Partial<OpenAiResponse>): OpenAiResponse {
    return {
      ...this.#common,
      status,
      error: null,
      incomplete_details: null,
      output: [],
      usage: null,
      citations: [],
      abstained: false,
      warnings: [],
      ...found,
    };
  }
}
