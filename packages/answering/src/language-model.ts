import type { ModelProblem } from '@lectern/contracts';
/** How a model is told to use tools: not at all, as it likes, or at least one call. */
export type ToolChoice = 'none' | 'auto' | 'required';

/** A tool that a model may call. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them: parsed JSON of any shape, undefined where it was not JSON. */
  readonly arguments: unknown;
}

/** A tool's result stands behind the message whose call it answers. */
export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ModelToolCall[];
    }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

/** A text that an answer must rest on. */
export interface ModelSource {
  /** The number by which it is cited; default: its place in the list, counted from 1. */
  readonly n?: number;
  readonly title: string;
  readonly text: string;
}

export interface ModelUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** A caller's own names for a question and for a series of them, under which its run is recorded. */
export interface CallerIds {
  readonly requestId?: string;
  readonly sessionId?: string;
}

export interface ModelRequest {
  /** The last one is the user's, or the result of a tool. */
  readonly messages: readonly ModelMessage[];
  /**
   * What the prompt holds as well. The extractive provider answers `question` with their sentences;
   * other providers ignore all three.
   */
  readonly sources?: readonly ModelSource[];
  /** The person's own words. Default: the last user message. */
  readonly question?: string;
  /** The question with what it points back to in the conversation. Default: the question. */
  readonly query?: string;
  readonly tools?: readonly ModelTool[];
  /** Only a choice of {@link LanguageModel.toolChoices}. Default `none`. */
  readonly toolChoice?: ToolChoice;
  /** 0 to 2. Default 0. */
  readonly temperature?: number;
  /** Most tokens of the answer. */
  readonly maxTokens?: number;
  /** For a model behind a service; others ignore it. */
  readonly caller?: CallerIds;
}

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'abstained';

/** Text comes in pieces; `finish` is always the last event. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_call'; readonly call: ModelToolCall }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      readonly usage?: ModelUsage;
      /** Name of the model that answered, where the caller cannot know it. */
      readonly model?: string;
    };

/** Whether a model can be used, as far as can be told without asking it anything. */
export interface ModelCondition {
  /** Null when nothing speaks against it. */
  readonly problem: ModelProblem | null;
  /** Which model where, and what to look at; for administrators. Holds no key. */
  readonly message: string;
}

/**
 * A model that writes text, and calls tools where its provider can: in this process or behind a
 * service.
 */
export interface LanguageModel {
  /** As in `MODEL_PROVIDER`. */
  readonly provider: string;
  readonly name: string;
  /** Choices that the provider's API honours; `none` alone where it knows no tools. */
  readonly toolChoices: readonly ToolChoice[];
  /** Tokens of sources of which it makes good use; more make its answers worse. Default: all. */
  readonly usefulSourceTokens?: number;
  /**
   * Ends with the signal's reason when that is aborted.
   * @throws AppError `model_unavailable` when the model does not answer in time or fails; the
   *   vendor's text is never part of it.
   */
  generate(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** Looks whether its server can be used. Absent where there is none. Never rejects. */
  examine?(signal: AbortSignal): Promise<ModelCondition>;
}
