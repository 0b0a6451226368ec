export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A text that an answer must rest on; cited by its place in the list, counted from 1. */
export interface ModelSource {
  readonly title: string;
  readonly text: string;
}

export interface ModelUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export interface AnswerRequest {
  /** The last one is the user's. */
  readonly messages: readonly ModelMessage[];
  /** What the prompt holds as well, for the model that answers with sentences of the sources. */
  readonly sources: readonly ModelSource[];
  readonly question: string;
  readonly temperature: number;
  /** Most tokens of the answer. */
  readonly maxTokens: number;
}

/** Text comes in pieces; `finish` is always the last event. */
export type AnswerEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_call' }
  | {
      readonly type: 'finish';
      readonly reason: string;
      readonly usage?: ModelUsage;
      /** Name of the model that answered, where the caller cannot know it. */
      readonly model?: string;
    };

/** What an answer is written with, in this process or behind a service. */
export interface AnswerModel {
  generate(request: AnswerRequest, signal: AbortSignal): AsyncIterable<AnswerEvent>;
}
